/// What a NIC guarantees to the Myrinet at its port, so that other nodes can run ahead meanwhile.
///
/// Each guarantee has a default here that is always right. A longer guarantee saves time and
/// changes no result. Guarantees bind: the network stops the run if the NIC breaks one.
#pragma once

#include <optional>

#include "models/common/units.h"
#include "models/myrinet/link/envelope.h"

namespace flybar::myrinet {

/// Guarantees that a NIC gives when it has done everything before some instant.
struct Guarantee {
  Time bytes = Time();  ///< no byte leaves before
  Time flow = Time();   ///< neither STOP nor GO leaves before
  /// A STOP has reached the NIC, and it knows of no GO: it sends no byte before a GO has reached
  /// it.
  bool held = false;
  std::optional<Envelope> envelope = {};  ///< bounds the rest of the packet that it is sending
};

class Nic {
 public:
  Nic() = default;
  Nic(const Nic&) = delete;
  Nic& operator=(const Nic&) = delete;
  virtual ~Nic() = default;

  /// No byte leaves before, provided that nothing reaches the NIC before `known` or, unless it
  /// rests, before its next clock.
  virtual Time byte_guarantee(Time known) const { return known; }
  /// All of its guarantees, that of bytes on the same condition; the others hold whatever arrives
  /// from `known` on. `rest` bounds the rest of the packet under way to the NIC. Precondition:
  /// everything that arrives before `known` has been delivered, and the NIC has run to it.
  virtual Guarantee guarantee(Time known, const std::optional<Envelope>& rest) const {
    static_cast<void>(rest);
    return {.bytes = byte_guarantee(known), .flow = known};
  }
};

}  // namespace flybar::myrinet
