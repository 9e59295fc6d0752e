/// Code that is overwritten just before it is executed.
///
/// An instruction is what its word is at the begin of the clock in which the instruction before it
/// is done; behind a reset, of the last clock of the reset. What is written over the word from then
/// on comes too late for it. (An assumption: the chip's documents do not say when it reads ahead.)
#pragma once

#include <cstdint>
#include <optional>

#include "models/common/units.h"
#include "models/lanai/isa/instruction.h"

namespace flybar::lanai {

/// What has been read of an instruction whose word has been overwritten since.
struct ReadWord {
  std::uint32_t word = 0;
  Instruction in;
  friend bool operator==(const ReadWord& a, const ReadWord& b) { return a.word == b.word; }
};

/// What the processor has read of two instructions: the one that it executes next (`pc`), and the
/// one behind that (`next`), which counts only if the clock that now begins does the first.
struct ReadAhead {
  std::optional<ReadWord> pc;
  std::optional<ReadWord> next;
  bool any() const { return pc || next; }
  friend bool operator==(const ReadAhead&, const ReadAhead&) = default;
};

/// Is told before anybody but the processor writes over code.
class CodeReader {
 public:
  virtual void overwritten(std::uint32_t address, std::size_t bytes) = 0;

 protected:
  ~CodeReader() = default;
};

/// The word with which the processor starts, as the host writes it during a reset.
class FirstWord {
 public:
  /// In the clock at `at`; `before` is what it was.
  void written(Time at, std::uint32_t before) {
    at_ = at;
    before_ = before;
  }
  /// What is read of it if the reset ends in the clock at `at`, unless that is what is there.
  std::optional<std::uint32_t> read(Time at, Time clock) const {
    return at_ + clock == at ? std::optional(before_) : std::nullopt;
  }

 private:
  Time at_ = Time::never();
  std::uint32_t before_ = 0;
};

}  // namespace flybar::lanai
