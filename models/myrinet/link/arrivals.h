/// What is known at the receiving end of a cable of the bytes that arrive there.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "models/common/units.h"
#include "models/myrinet/link/byte_ring.h"
#include "models/myrinet/link/fifo.h"
#include "models/myrinet/link/schedule.h"

namespace flybar::myrinet {

/// A packet as a stretch of the byte numbers of its stream.
struct PacketBounds {
  static constexpr std::uint64_t kOpen = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t begin;
  std::uint64_t end = kOpen;  ///< one behind the last byte, or kOpen: its tail is not known yet
  std::uint64_t message = 0;
};

/// Bytes, the times at which they begin to arrive, and where packets end.
class Arrivals {
 public:
  explicit Arrivals(Time byte_time) : times(byte_time) {}

  void append(Time at, std::span<const std::uint8_t> run, bool tail, std::uint64_t message) {
    if (packets.empty() || packets.back().end != PacketBounds::kOpen)
      packets.push({.begin = times.end(), .message = message});
    bytes.append(run);
    times.append(at, run.size());
    if (tail) packets.back().end = times.end();
  }

  Schedule times;
  ByteRing bytes;
  Fifo<PacketBounds> packets;
  Time known;  ///< every byte that begins to arrive before is known
};

}  // namespace flybar::myrinet
