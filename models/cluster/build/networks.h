/// Several networks, or nodes with several cards on one, as the one fabric that a scheduler runs.
#pragma once

#include <functional>
#include <vector>

#include "models/common/earliest.h"
#include "models/common/threads/flag.h"
#include "models/contracts/network.h"

namespace flybar::cluster {

/// Node n is at port n of this fabric, wherever its cards sit.
///
/// A network that is quiet sleeps as long as another one is awake: it is neither asked nor told
/// anything. Its cards have guaranteed how long they stay silent, whatever reaches their hosts over
/// other networks. When the nodes have come to the end of that silence, or something is sent there,
/// each node says anew on all networks how far it has come. If all networks are quiet, one stays
/// awake.
///
/// What reaches a node over one network may make it send on another. So a node is suspended only
/// while it is on a single network that is awake, and no longer than nothing reaches it over those
/// that sleep. While all are quiet, the silence of a node on any of them bounds the safe time of
/// every other.
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
  bool quiet() const override { return quiet_ && !touched_; }
  bool asks_anew() const override { return anew_; }
  bool unused(std::size_t node) const override;
  void suspend(std::size_t node, Time end) override;
  bool suspended(std::size_t node) const override;
  void refresh(std::size_t node) override;

 private:
  struct Net {
    Network* network;
    std::vector<std::size_t> nodes;  ///< at the ports
    std::vector<Time> known;         ///< at each port, while advance() runs
    bool in_order = false;           ///< node n is at port n, for all
    Flag asleep = false;
  };
  struct Node {
    std::vector<Place> places;
    Time from_others = Time();  ///< the least of its places
    std::vector<Place> awake = {};
    // On networks that sleep:
    Time silent = Time();  ///< its cards send nothing before
    Time safe = Time();    ///< and nothing reaches them
  };

  void connect(std::size_t number);
  const Net& net(const Place& place) const { return nets_[place.network]; }
  template <class Ask>
  static Time least(const std::vector<Place>& places, Ask ask);
  static void advance(Net& net, std::span<const Time> known);
  bool let_sleep();
  void look_at_sleepers();
  void note_silence();
  bool all_came_to(Time instant, std::span<const Time> known) const;

  std::vector<Net> nets_;
  std::vector<Node> nodes_;
  bool quiet_ = false;                ///< all networks were, in the last advance()
  Flag touched_ = false;              ///< a node has sent something since
  Flag anew_ = false;                 ///< each node says anew how far it has come, also to sleepers
  Time silence_end_ = Time::never();  ///< no card sends before on a network that sleeps
  Earliest silent_;  ///< while all are quiet: the nodes send nothing before, unless reached
};

}  // namespace flybar::cluster
