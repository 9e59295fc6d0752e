/// What cannot happen in a switch before some time.
#pragma once

#include <optional>
#include <vector>

#include "models/common/earliest.h"
#include "models/common/units.h"
#include "models/myrinet/link/envelope.h"
#include "models/myrinet/shape/port_set.h"
#include "models/myrinet/switch/switch_state.h"

namespace flybar::myrinet {

/// A view of the state of a switch. All bounds follow from the guarantees of its neighbours, and
/// become the guarantees that the switch gives to them.
class Bounds {
 public:
  explicit Bounds(const SwitchState& state)
      : state_(state), request_bounds_(state.ports.size(), Time::never()) {
    note_requests(state.connected);
  }

  /// To be called when the packets of `inputs`, or the guarantees of their nodes, have changed.
  void note_requests(PortSet inputs);

  /// The packet behind the one at the head of this input asks for an output no earlier.
  Time request(std::size_t input) const;
  /// The packet of input `owner` releases the output that it holds no earlier.
  Time release(std::size_t owner) const;

  // Of what goes out through a port: guarantees for the neighbour there.

  /// No further byte leaves before.
  Time departure(std::size_t number) const;
  /// No further byte leaves before, provided that the node at the port sends no GO and begins no
  /// further packet.
  Time departure_but_echoes(std::size_t number) const;
  /// No further STOP or GO leaves before.
  Time symbol(std::size_t number) const;
  /// No further STOP or GO leaves before, provided that the node at the port begins no further
  /// packet.
  Time symbol_but_echoes(std::size_t number) const;
  /// The envelope of the packet on its way to this output.
  std::optional<Envelope> rest(std::size_t number) const;

  /// The earliest that may yet happen in the switch, whatever its neighbours do meanwhile.
  struct Pending {
    Time departure = Time::never();  ///< a byte leaves
    Time symbol = Time::never();     ///< a byte leaves, or STOP or GO
  };
  Pending pending(std::size_t number) const;

 private:
  Time grant(const SwitchPort& port, Time requests) const;
  Time next_packet(const SwitchPort& port) const;
  Time free_flow(const SwitchPort& port) const;
  bool flows_freely(const SwitchPort& port) const;
  bool leaves_as_it_comes(const SwitchPort& from) const;
  Time next_departure(const SwitchPort& port) const;
  const SwitchPort& port(std::size_t number) const { return state_.ports[number]; }

  const SwitchState& state_;
  std::vector<Time> request_bounds_;  ///< request() of each input
  Earliest requests_;                 ///< of request_bounds_
};

}  // namespace flybar::myrinet
