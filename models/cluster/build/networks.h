/// Several networks, or nodes with several cards on one, as the one fabric that a scheduler runs.
#pragma once

#include <functional>
#include <vector>

#include "models/common/earliest.h"
#include "models/contracts/network.h"

namespace flybar::cluster {

/// Node n is at port n of this fabric, wherever its cards sit.
///
/// A network that is quiet sleeps: while another is busy, it is neither asked nor told anything.
/// Its cards have said how long they stay silent, whatever reaches their hosts over other networks.
/// Until then the busy ones run as if it were not there; when a node has come so far, the cards are
/// asked again. What reaches a node over one network may make it send on another, so a suspended
/// node counts as silent no longer than the sleeping networks are.
class Networks final : public Fabric {
 public:
  /// A port of one network.
  struct Place {
    std::size_t network;
    std::size_t port;
  };

  /// `nodes` says for each node at which ports its cards are.
  Networks(std::vector<Network*> networks, std::vector<std::vector<Place>> nodes);

  /// Called before on_echo, with the node and the instant.
  std::vector<std::function<void(Time)>> on_echo_of;

  void take_guarantees(std::size_t node, Time reached) override;
  void stop(std::size_t node, Time end) override;
  void advance(std::span<const Time> known) override;
  Time safe_time(std::size_t node) const override;
  Time shortest_echo(std::size_t node) const override;
  Time from_others(std::size_t node) const override { return nodes_[node].from_others; }
  bool quiet() const override;
  bool unused(std::size_t node) const override;
  void suspend(std::size_t node, Time end) override;
  bool suspended(std::size_t node) const override { return nodes_[node].suspended; }
  void refresh(std::size_t node) override;

 private:
  struct Net {
    Network* network;
    std::vector<std::size_t> nodes;  ///< at the ports
    std::vector<Time> known;         ///< at each port, while advance() runs
    bool asleep = false;             ///< quiet, and nothing has been sent since
    bool woken = false;              ///< since the last advance()
  };
  struct Node {
    std::vector<Place> places;
    Time from_others;     ///< the least of its places
    Time known = Time();  ///< it has sent everything that it sends before
    bool stopped = false;
    bool suspended = false;
    const Place* on = nullptr;  ///< where its suspension counts; none if all its networks sleep
    Time end = Time();          ///< of the suspension, as the scheduler knows it
    Time until = Time();        ///< and as the network at `on` does
  };

  void connect(std::size_t number);
  const Net& net(const Place& place) const { return nets_[place.network]; }
  template <class Tell>
  void each_awake(std::size_t node, Tell tell) const;
  std::size_t awake(std::size_t node) const;
  const Place* first_awake(std::size_t node) const;
  Time awake_safe_time(std::size_t node) const;
  Time asleep_safe_time(std::size_t node) const {
    return silent_.but(node) + nodes_[node].from_others;
  }
  void note_known(std::span<const Time> known);
  void look_at_suspended();
  void advance(Net& net);
  void advance_awake();
  void ask_sleeping();
  void suspend_anew();
  void listen();
  bool silence_ends() const;

  std::vector<Net> nets_;
  std::vector<Node> nodes_;
  /// The nodes send nothing on networks that sleep before; if all of them do, unless something
  /// reaches the node.
  Earliest silent_;
  bool unless_reached_ = false;  ///< silent_ is only that
};

}  // namespace flybar::cluster
