#include "models/cluster/build/networks.h"

#include <algorithm>
#include <utility>

namespace flybar::cluster {

Networks::Networks(std::vector<Network*> networks, std::vector<std::vector<Place>> nodes)
    : on_echo_of(nodes.size()), networks_(std::move(networks)), nodes_(std::move(nodes)) {
  for (Network* network : networks_) {
    node_at_.emplace_back(network->ports());
    known_.emplace_back(network->ports());
    network->on_echo = [this, at = node_at_.size() - 1](std::size_t port, Time echo) {
      const std::size_t node = node_at_[at][port];
      if (on_echo_of[node]) on_echo_of[node](echo);
      on_echo(node, echo);
    };
  }
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    for (const Place& place : nodes_[n]) node_at_[place.network][place.port] = n;
}

template <class Ask>
Time Networks::least(std::size_t node, Ask ask) const {
  Time least = Time::never();
  for (const Place& place : nodes_[node])
    least = std::min(least, ask(*networks_[place.network], place.port));
  return least;
}

void Networks::take_guarantees(std::size_t node, Time reached) {
  each(node,
       [reached](Network& network, std::size_t port) { network.take_guarantees(port, reached); });
}

void Networks::stop(std::size_t node, Time end) {
  each(node, [end](Network& network, std::size_t port) { network.stop(port, end); });
}

void Networks::advance(std::span<const Time> known) {
  for (std::size_t i = 0; i < networks_.size(); ++i) {
    for (std::size_t port = 0; port < known_[i].size(); ++port)
      known_[i][port] = known[node_at_[i][port]];
    networks_[i]->advance(known_[i]);
  }
}

Time Networks::safe_time(std::size_t node) const {
  return least(node,
               [](const Network& network, std::size_t port) { return network.safe_time(port); });
}

Time Networks::shortest_echo(std::size_t node) const {
  return least(
      node, [](const Network& network, std::size_t port) { return network.shortest_echo(port); });
}

Time Networks::from_others(std::size_t node) const {
  return least(node,
               [](const Network& network, std::size_t port) { return network.from_others(port); });
}

}  // namespace flybar::cluster
