/// What a NIC guarantees to the Myrinet at its port, so that other nodes can run ahead meanwhile.
///
/// Each guarantee has a default here that is always right. A longer guarantee saves time and
/// changes no result. Guarantees bind: the network stops the run if the NIC breaks one.
#pragma once

#include <optional>

#include "models/common/units.h"
#include "models/myrinet/envelope.h"

namespace flybar::myrinet {

class Nic {
 public:
  Nic() = default;
  Nic(const Nic&) = delete;
  Nic& operator=(const Nic&) = delete;
  virtual ~Nic() = default;

  /// No byte leaves before, provided that nothing reaches the NIC before `known` or, unless it
  /// rests, before its next clock.
  virtual Time byte_guarantee(Time known) const { return known; }
  /// Neither STOP nor GO leaves before, whatever arrives from `known` on; `rest` bounds the rest of
  /// the packet under way. Precondition: everything that arrives before `known` has been delivered,
  /// and the NIC has run to it.
  virtual Time flow_guarantee(Time known, const std::optional<Envelope>& rest) const {
    static_cast<void>(rest);
    return known;
  }
  /// A STOP has reached the NIC, and it knows of no GO: it sends no byte before a GO has reached
  /// it.
  virtual bool held() const { return false; }
  /// Bounds what the NIC sends from `known` on of the packet that it is sending.
  virtual std::optional<Envelope> envelope(Time known) const {
    static_cast<void>(known);
    return std::nullopt;
  }
};

}  // namespace flybar::myrinet
