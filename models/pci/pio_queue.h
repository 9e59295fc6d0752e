/// What a CPU has asked of its host bridge and the bridge has not done yet.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/common/agenda.h"
#include "models/common/units.h"
#include "models/contracts/pio.h"

namespace flybar::pci {

struct PioOperation {
  enum class Kind : std::uint8_t { kRead, kWrite, kBarrier };
  static constexpr std::size_t kBlock = 32;  ///< bytes

  Kind kind = Kind::kRead;
  std::uint32_t address = 0;
  std::uint32_t length = 0;
  std::uint8_t* destination = nullptr;  ///< of a read
  Task* told = nullptr;                 ///< done, accepted (null once it knows) or drained
  Looker* looker = nullptr;             ///< of a read that is a look
  Time cpu_free;                        ///< of a write: end of the hand-over, if a buffer is free
  Time ready;                           ///< REQ#, if nothing is in front
  std::array<std::uint8_t, kBlock> bytes{};  ///< of a write
};

/// Strictly in order, so that reads and barriers wait for the writes before them.
class PioQueue {
 public:
  PioOperation& add(PioOperation::Kind kind) {
    if (kind == PioOperation::Kind::kWrite) ++writes_;
    PioOperation& added = operations_.emplace_back();
    added.kind = kind;
    return added;
  }
  void remove_front();
  bool empty() const { return operations_.empty(); }
  PioOperation& front() { return operations_.front(); }
  std::int64_t writes() const { return writes_; }
  /// The first write whose CPU still waits for a buffer, or null.
  PioOperation* first_blocked();

 private:
  std::vector<PioOperation> operations_;  ///< a handful
  std::int64_t writes_ = 0;
};

}  // namespace flybar::pci
