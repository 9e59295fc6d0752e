/// A Myrinet network: cables and switches between the link ports of nodes.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>

#include "models/common/earliest.h"
#include "models/common/observer.h"
#include "models/common/threads/crew.h"
#include "models/common/threads/flag.h"
#include "models/common/units.h"
#include "models/contracts/network.h"
#include "models/myrinet/link/cable.h"
#include "models/myrinet/link/nic.h"
#include "models/myrinet/link/node_port.h"
#include "models/myrinet/network_params.h"
#include "models/myrinet/shape/routes.h"
#include "models/myrinet/shape/topology.h"
#include "models/myrinet/switch/switch.h"

namespace flybar::myrinet {

/// The network has no processes. advance() tells it how far the nodes have run; it then says how
/// far they may run. What happens, and when, does not depend on how often it is called.
class Network final : public sc_core::sc_module, public flybar::Network {
 public:
  using FromNode = tlm_utils::simple_target_socket_tagged<Network, 32, ProtocolTypes>;
  using ToNode = tlm_utils::simple_initiator_socket_tagged<Network, 32, ProtocolTypes>;

  /// Throws ConfigurationError with everything that is wrong with topology and parameters.
  Network(sc_core::sc_module_name name, const Topology& topology, const NetworkParams& params,
          Observer& observer);

  std::size_t ports() const override { return ports_.size(); }
  /// What node `port` transmits.
  FromNode& from_node(std::size_t port) { return *from_nodes_[port]; }
  /// What node `port` receives; times are those at which the first byte begins to arrive.
  ToNode& to_node(std::size_t port) { return *to_nodes_[port]; }

  /// Whose guarantees count at a port. Without one they say nothing.
  void attach(std::size_t port, const Nic& nic) { nics_[port] = &nic; }
  void take_guarantees(std::size_t port, Time reached) override;
  void stop(std::size_t port, Time end) override { guarantee(port, {.bytes = end, .flow = end}); }

  /// A node without guarantees gets the same results with shorter safe times. In a quiet network
  /// the guarantee of bytes holds only until something reaches the node; else it binds.
  void guarantee(std::size_t port, const Guarantee& given) {
    ports_[port]->guarantee(given, !quiet());
  }
  void suspend(std::size_t port, Time end) override {
    ports_[port]->suspend(nics_[port]->byte_guarantee(end));
  }
  bool suspended(std::size_t port) const override { return ports_[port]->suspended(); }
  /// The switch of the node has delivered every packet to it, has sent on every packet from it, and
  /// owes it no GO.
  bool unused(std::size_t port) const override {
    const Place& place = places_[port];
    return place.at != nullptr && place.at->unused(place.port);
  }
  void refresh(std::size_t port) override {
    if (suspended(port)) places_[port].at->tell(places_[port].port);
  }
  /// The rest of the packet on its way to the node, as of the last advance().
  const std::optional<Envelope>& rest(std::size_t port) const { return ports_[port]->in().rest; }
  void advance(std::span<const Time> known) override;
  /// All nodes have run to the same instant.
  void advance(Time known) { advance(std::vector<Time>(ports(), known)); }
  Time safe_time(std::size_t port) const override {
    if (!quiet_) return ports_[port]->in().safe_time();
    return silent_.but(port) + from_others_[port];
  }
  /// The echo is a STOP of the other end of the node's cable, or bytes that the node's own STOP has
  /// held back there.
  Time shortest_echo(std::size_t port) const override { return 2 * ports_[port]->out().delay(); }
  Time from_others(std::size_t port) const override { return from_others_[port]; }
  /// Neither bytes nor STOP nor GO are under way, nor were until recently.
  bool quiet() const override { return quiet_ && !touched_; }
  Time silent_until(std::size_t port) const override {
    return std::max(known_[port], ports_[port]->silent_unless_reached());
  }

  /// The route bytes of a packet; see Routes.
  std::vector<std::uint8_t> route(std::size_t from, std::size_t to) const override {
    return routes_.route(from, to);
  }
  Time byte_time() const override { return params_.byte_time(); }
  const Resource& cable() const override;
  const Resource* crossing() const override;
  Bytes sent(std::size_t port) const override {
    return Bytes(static_cast<std::int64_t>(counters_from(port).bytes));
  }
  std::uint64_t stops(std::size_t port) const override { return counters_from(port).stops; }
  void count_cables_from(Time from) override;
  std::vector<CableTraffic> cables(Time until) const override;
  bool is_lossy() const override;
  Losses losses() const override;
  std::optional<CutRule> cuts() const override {
    return CutRule{"switch.timeout", params_.switches.timeout, kLongestTimeout};
  }
  /// Counters of the cable from the node, and of the one to it.
  const CableCounters& counters_from(std::size_t port) const {
    return ports_[port]->out().counters();
  }
  const CableCounters& received(std::size_t port) const { return ports_[port]->in().counters(); }
  const std::deque<Switch>& switches() const { return switches_; }

 private:
  void lay_cables(const Topology& topology, const NetworkParams& params);
  void place_switches(const Topology& topology, const NetworkParams& params, Observer& observer);
  void place_ports(const Topology& topology);
  void watch_cables(const Topology& topology, Observer& observer);
  void transport(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  void note_silence();
  /// True if anything moved.
  bool settle(Time still);
  bool nothing_under_way() const;
  Switch::Pending raise_floors(Time still);
  void deliver();
  void deliver(std::size_t port);

  /// Both directions of one cable.
  struct Pair {
    Cable ab;
    Cable ba;
    bool inner;  ///< between two switches
  };
  /// The port of a switch to which a node's cable leads, if it leads to one.
  struct Place {
    Switch* at = nullptr;
    std::size_t port = 0;
  };
  const Topology topology_;
  const NetworkParams params_;
  const Routes routes_;
  std::deque<Pair> cables_;
  std::vector<Cable*> between_switches_;
  std::deque<Switch> switches_;
  std::vector<std::unique_ptr<NodePort>> ports_;
  std::vector<const Nic*> nics_;         ///< at the ports
  std::vector<Place> places_;            ///< of the nodes
  std::vector<News> arrived_;            ///< what came to nodes, for each kPortSetSize of them
  std::vector<std::size_t> delivered_;   ///< the ports to which threads deliver
  Time shortest_cable_ = Time::never();  ///< of a node
  std::vector<std::unique_ptr<FromNode>> from_nodes_;
  std::vector<std::unique_ptr<ToNode>> to_nodes_;
  std::vector<Time> known_;
  std::vector<Time> still_;  ///< each node sends nothing before
  Earliest silent_;          ///< the nodes send no byte before, unless something reaches them
  bool quiet_ = false;
  bool was_quiet_ = true;  ///< in the last advance(), which has left the ports behind
  Flag touched_ = false;   ///< a node has sent something since the last advance()
  /// To each node, the shortest way for a byte through a quiet network.
  std::vector<Time> from_others_;
};

}  // namespace flybar::myrinet
