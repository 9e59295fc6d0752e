/// When a host bridge moves the words of a card's DMA.
#pragma once

#include <cstdint>
#include <vector>

#include "models/common/units.h"
#include "models/pci/bridge_params.h"
#include "models/pci/protocol.h"

namespace flybar::pci {

/// Plain arithmetic of BridgeParams; knows no sockets and no data.
class DmaSchedule {
 public:
  DmaSchedule(const BridgeParams& params, Clock clock);

  /// The data phases of a transaction whose address phase begins at `frame`. A read's data comes
  /// out of memory `memory` later than usual.
  void read(std::uint64_t address, Bytes length, Time frame, Time memory, Burst& burst) const;
  /// The same for a write. False: no buffer is free, the burst is a Retry that ends at retry_end().
  bool write(std::uint64_t address, Bytes length, Time frame, Burst& burst) const;
  /// A write has ended at `now` and goes to memory.
  void written(Time now);

  /// How far a read that starts at `address` gets before the bridge disconnects.
  Bytes readable(std::uint64_t address, Bytes length) const;
  /// STOP# without data: address phase, decode, stop.
  Time retry_end(Time frame) const;

 private:
  const BridgeParams params_;
  const Clock clock_;
  std::vector<Time> buffer_free_;  ///< a ring: memory takes the writes one after the other
  std::size_t oldest_ = 0;
  Time memory_free_;
};

}  // namespace flybar::pci
