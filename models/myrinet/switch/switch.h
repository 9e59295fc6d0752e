/// A switch: a crossbar, and the exchange of guarantees with its neighbours.
#pragma once

#include <string>
#include <vector>

#include "models/common/observer.h"
#include "models/common/units.h"
#include "models/myrinet/link/cable.h"
#include "models/myrinet/shape/port_set.h"
#include "models/myrinet/switch/bounds.h"
#include "models/myrinet/switch/crossbar.h"
#include "models/myrinet/switch/switch_state.h"

namespace flybar::myrinet {

class Switch {
 public:
  using Pending = Bounds::Pending;

  Switch(const std::string& name, const SwitchTiming& timing,
         const std::vector<SwitchCables>& cables, Observer& observer);
  Switch(const Switch&) = delete;  // cables, bounds and crossbar know where it is
  Switch& operator=(const Switch&) = delete;

  /// Does everything that is determined, and gives new guarantees to the neighbours. Nothing in the
  /// network leaves a slack buffer before `floor` beyond what has. True if a byte moved or a packet
  /// changed its state. Bounds that lie behind `near` need not be improved.
  bool settle(Time floor, Time near);

  /// Something has come to it since it last settled.
  bool reached() const { return news_.symbols != 0; }
  /// The earliest that may yet happen in the switch, whatever its neighbours do meanwhile.
  Pending pending();

  /// No packet to or from the node at this port is in the switch or on its cables, and no GO is due
  /// to the node.
  bool unused(std::size_t number) const { return unused(state_.ports[number]); }
  /// Gives the neighbour at this port a new guarantee. settle() does so except for suspended nodes.
  void tell(std::size_t number);

  /// No byte is inside or was lately, and GO has followed every STOP.
  bool calm() const { return restless_ == 0 && (news_.symbols == 0 || nothing_came()); }
  std::size_t ports() const { return state_.ports.size(); }
  const SwitchPortCounters& counters(std::size_t port) const { return state_.ports[port].counters; }
  /// Packets for the output of this port that were cut by this instant; later ones may be known
  /// already.
  std::uint64_t cut(std::size_t port, Time by) const;

 private:
  bool nothing_came() const;
  bool settle_calm();
  PortSet concerned();
  PortSet note_suspended(PortSet news);
  PortSet with_owners(PortSet outputs) const;
  void learn();
  void tell_others();
  static bool unused(const SwitchPort& port) {
    return !port.output.owner && port.output.waiting == 0 && port.cables.out->empty() &&
           port.resting() && !port.input.slack.stopped();
  }
  void send_flow(std::size_t number);
  void forget(SwitchPort& port);

  SwitchState state_;
  Bounds bounds_;
  Crossbar crossbar_;
  News news_;
  News calm_news_;                ///< what was new while the switch was calm
  PortSet restless_ = 0;          ///< ports that were not at rest after the last settle()
  PortSet later_ = 0;             ///< inputs with a new guarantee that have not been looked at
  PortSet stale_ = 0;             ///< outputs whose neighbours could get a longer guarantee
  PortSet nodes_ = 0;             ///< ports that lead to a node
  PortSet resting_nodes_ = 0;     ///< ports whose node sends nothing unless something reaches it
  PortSet suspension_news_ = 0;   ///< suspended ports whose node has given a new guarantee
  PortSet pending_changed_ = 0;   ///< ports whose pending_ may not hold
  std::vector<Pending> pending_;  ///< for each port
  Pending first_pending_;         ///< the earliest of them
};

}  // namespace flybar::myrinet
