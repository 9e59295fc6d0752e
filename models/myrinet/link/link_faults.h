/// What goes wrong on a cable.
#pragma once

#include <cstdint>
#include <span>

#include "models/common/units.h"
#include "models/myrinet/link/byte_ring.h"

namespace flybar::myrinet {

/// Faults of one direction of a cable. Without any, none of this costs anything.
struct LinkFaults {
  double byte_errors = 0;          ///< probability that a byte arrives with one bit wrong
  double lost_tails = 0;           ///< probability that the tail of a packet is lost
  Time dead_from = Time::never();  ///< whatever is sent from then on vanishes
  bool any() const { return byte_errors > 0 || lost_tails > 0 || dead_from != Time::never(); }
};

/// Decides by byte number and tail number, so that it does not matter in what portions bytes come.
class FaultInjector {
 public:
  FaultInjector(const LinkFaults& faults, std::uint64_t seed) : faults_(faults), seed_(seed) {}

  /// How many of `bytes` bytes, one per byte time from `at` on, still leave before the cable is
  /// dead.
  std::uint64_t survivors(Time at, Time byte_time, std::uint64_t bytes) const;
  bool dead(Time at) const { return at >= faults_.dead_from; }
  /// Spoils some of the bytes from number `first` to the last; returns how many.
  std::uint64_t damage(ByteRing& bytes, std::uint64_t first) const;
  /// Whether the next tail is lost.
  bool loses_tail();

 private:
  LinkFaults faults_;
  std::uint64_t seed_;
  std::uint64_t tails_ = 0;
};

}  // namespace flybar::myrinet
