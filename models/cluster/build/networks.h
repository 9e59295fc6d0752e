/// Several networks, or nodes with several cards on one, as the one fabric that a scheduler runs.
#pragma once

#include <functional>
#include <vector>

#include "models/contracts/network.h"

namespace flybar::cluster {

/// Node n is at port n of this fabric, wherever its cards sit. What reaches a node over one network
/// may make it send on another. So no network may count on what reaches a node there alone: this
/// fabric is never quiet, and suspends no node.
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
  Time from_others(std::size_t node) const override;

 private:
  template <class Ask>
  Time least(std::size_t node, Ask ask) const;
  template <class Tell>
  void each(std::size_t node, Tell tell) {
    for (const Place& place : nodes_[node]) tell(*networks_[place.network], place.port);
  }

  const std::vector<Network*> networks_;
  const std::vector<std::vector<Place>> nodes_;
  std::vector<std::vector<std::size_t>> node_at_;  ///< the node at each port of each network
  std::vector<std::vector<Time>> known_;           ///< at each port, while advance() runs
};

}  // namespace flybar::cluster
