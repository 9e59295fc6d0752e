/// The NIC's memory: big-endian bytes, and what the processor has decoded of them.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "models/common/units.h"
#include "models/lanai/core/decoded.h"
#include "models/lanai/core/read_ahead.h"

namespace flybar::lanai {

class Sram {
 public:
  /// Words are decoded for the processor whose steps these are.
  Sram(Bytes size, const StepTable& steps)
      : steps_(steps),
        bytes_(static_cast<std::size_t>(size.count)),
        code_(std::bit_ceil(bytes_.size()) / 4 + 1, steps.not_decoded()),
        outside_code_(~static_cast<std::uint32_t>(std::bit_ceil(bytes_.size()) - 4)) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }

  /// All accesses below require an address inside the memory; low bits that would make an access
  /// unaligned are ignored, as the instruction set says.
  std::uint32_t word(std::uint32_t address) const {
    std::uint32_t raw;
    std::memcpy(&raw, &bytes_[address & ~3u], 4);
    return __builtin_bswap32(raw);
  }
  std::uint32_t half(std::uint32_t address) const {
    std::uint16_t raw;
    std::memcpy(&raw, &bytes_[address & ~1u], 2);
    return __builtin_bswap16(raw);
  }
  std::uint32_t byte(std::uint32_t address) const { return bytes_[address]; }

  /// Writes of the processor, to whole words or parts. True if there may have been code.
  bool set_word(std::uint32_t address, std::uint32_t value) {
    const bool code = address < code_end_;
    if (code) forget(address, 4);
    const std::uint32_t raw = __builtin_bswap32(value);
    std::memcpy(&bytes_[address & ~3u], &raw, 4);
    return code;
  }
  bool set_half(std::uint32_t address, std::uint32_t value) {
    const bool code = address < code_end_;
    if (code) forget(address, 2);
    const auto raw = __builtin_bswap16(static_cast<std::uint16_t>(value));
    std::memcpy(&bytes_[address & ~1u], &raw, 2);
    return code;
  }
  bool set_byte(std::uint32_t address, std::uint32_t value) {
    const bool code = address < code_end_;
    if (code) forget(address, 1);
    bytes_[address] = static_cast<std::uint8_t>(value);
    return code;
  }

  std::span<const std::uint8_t> bytes(std::uint32_t address, std::size_t count) const {
    return {&bytes_[address], count};
  }
  /// Writes of all others.
  [[gnu::always_inline]] void set_bytes(std::uint32_t address, std::span<const std::uint8_t> data) {
    if (data.empty()) return;
    if (address < code_end_) overwrite(address, data.size());
    std::memcpy(&bytes_[address], data.data(), data.size());
  }
  void tell(CodeReader& reader) { reader_ = &reader; }

  /// Of all words from address 0 on; Op::kIllegal where nothing has been decoded yet. What lies
  /// outside the memory, up to a power of two and one more, is never decoded.
  const Decoded* code() const { return code_.data(); }
  /// A bit that an address of code() cannot have, or that no word's address has.
  std::uint32_t outside_code() const { return outside_code_; }
  const Decoded& decode_at(std::uint32_t address) {
    const Instruction in = decode(word(address), address);
    note_code_behind(in, address);
    return code_[address >> 2] = {in, steps_.of(in)};
  }
  /// The processor goes to `address`; while it is there, it reads the next word.
  void note_code(std::uint32_t address) {
    if (address < size() && address + 8 > code_end_) code_end_ = address + 8;
  }
  /// Likewise what follows an instruction, but for targets that are worked out.
  void note_code_behind(const Instruction& in, std::uint32_t address) {
    note_code(address + 4);
    if (in.op == Op::kBranch || in.op == Op::kBranchAlways) note_code(in.immediate);
  }
  /// Whether anything from `address` on may be code that the processor has read.
  bool holds_code(std::uint32_t address) const { return address < code_end_; }
  /// What stood in the last word of code that was written over.
  std::uint32_t overwritten() const { return overwritten_; }

 private:
  [[gnu::noinline]] void overwrite(std::uint32_t address, std::size_t count) {
    if (reader_) reader_->overwritten(address, count);
    forget(address, count);
  }
  /// Drops decoded instructions over which something is written.
  void forget(std::uint32_t address, std::size_t count) {
    overwritten_ = word(address);
    for (std::uint32_t word = address >> 2; word <= (address + count - 1) >> 2; ++word)
      code_[word] = steps_.not_decoded();
  }

  const StepTable& steps_;
  std::vector<std::uint8_t> bytes_;
  std::vector<Decoded> code_;
  std::uint32_t outside_code_;
  std::uint32_t code_end_ = 8;  ///< nothing at or above it has been decoded, or comes next
  std::uint32_t overwritten_ = 0;
  CodeReader* reader_ = nullptr;
};

}  // namespace flybar::lanai
