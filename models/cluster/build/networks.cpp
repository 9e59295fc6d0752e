#include "models/cluster/build/networks.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace flybar::cluster {

Networks::Networks(std::vector<Network*> networks, std::vector<std::vector<Place>> nodes)
    : on_echo_of(nodes.size()) {
  for (Network* network : networks)
    nets_.push_back({.network = network,
                     .nodes = std::vector<std::size_t>(network->ports()),
                     .known = std::vector<Time>(network->ports())});
  std::vector<std::size_t> all_nodes(nodes.size());
  std::iota(all_nodes.begin(), all_nodes.end(), std::size_t{0});
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    for (const Place& place : nodes[n]) nets_[place.network].nodes[place.port] = n;
    nodes_.push_back({.places = std::move(nodes[n])});
    nodes_[n].from_others = least(nodes_[n].places, [this](const Place& at) {
      return net(at).network->from_others(at.port);
    });
  }
  for (Net& net : nets_) net.in_order = net.nodes == all_nodes;
  look_at_sleepers();
  for (std::size_t i = 0; i < nets_.size(); ++i) connect(i);
}

/// Over another network, or another card, an echo may come sooner than over the network itself.
void Networks::connect(std::size_t number) {
  nets_[number].network->on_echo = [this, number](std::size_t port, Time echo) {
    Net& net = nets_[number];
    const std::size_t node = net.nodes[port];
    if (net.asleep.take() || quiet_) anew_ = true;
    touched_ = true;
    const Time sent = echo - net.network->shortest_echo(port);
    echo = std::min(echo, sent + nodes_[node].from_others);
    if (on_echo_of[node]) on_echo_of[node](echo);
    on_echo(node, echo);
  };
}

template <class Ask>
Time Networks::least(const std::vector<Place>& places, Ask ask) {
  Time least = Time::never();
  for (const Place& place : places) least = std::min(least, ask(place));
  return least;
}

Time Networks::shortest_echo(std::size_t number) const {
  const Node& node = nodes_[number];
  return std::min(node.from_others, least(node.places, [this](const Place& at) {
                    return net(at).network->shortest_echo(at.port);
                  }));
}

void Networks::take_guarantees(std::size_t node, Time reached) {
  for (const Place& at : nodes_[node].places)
    if (anew_ || !net(at).asleep) net(at).network->take_guarantees(at.port, reached);
}

void Networks::stop(std::size_t node, Time end) {
  for (const Place& at : nodes_[node].places) net(at).network->stop(at.port, end);
}

void Networks::advance(std::span<const Time> known) {
  const bool all = anew_.take();
  touched_ = false;
  quiet_ = true;
  for (Net& net : nets_) {
    if (!all && net.asleep) continue;
    advance(net, known);
    quiet_ &= net.network->quiet();
  }
  if (let_sleep() || all) look_at_sleepers();
  if (quiet_) note_silence();
  anew_ = silence_end_ != Time::never() && all_came_to(silence_end_, known);
}

void Networks::advance(Net& net, std::span<const Time> known) {
  if (net.in_order) return net.network->advance(known);
  for (std::size_t port = 0; port < net.nodes.size(); ++port)
    net.known[port] = known[net.nodes[port]];
  net.network->advance(net.known);
}

/// Quiet networks fall asleep, all but the last that is awake. True if any has.
bool Networks::let_sleep() {
  std::size_t awake = 0;
  for (const Net& net : nets_) awake += net.asleep ? 0 : 1;
  const std::size_t before = awake;
  for (Net& net : nets_) {
    if (awake == 1) break;
    if (net.asleep || !net.network->quiet()) continue;
    net.asleep = true;
    --awake;
  }
  return awake < before;
}

void Networks::look_at_sleepers() {
  silence_end_ = Time::never();
  for (Node& node : nodes_) {
    node.awake.clear();
    node.silent = node.safe = Time::never();
    for (const Place& at : node.places) {
      if (!net(at).asleep) {
        node.awake.push_back(at);
        continue;
      }
      node.silent = std::min(node.silent, net(at).network->silent_until(at.port));
      node.safe = std::min(node.safe, net(at).network->safe_time(at.port));
    }
    silence_end_ = std::min(silence_end_, node.silent);
  }
}

void Networks::note_silence() {
  silent_ = {};
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    silent_.add(std::min(nodes_[n].silent, least(nodes_[n].awake,
                                                 [this](const Place& at) {
                                                   return net(at).network->silent_until(at.port);
                                                 })),
                n);
}

/// All nodes that are not suspended have come to `instant`. (Mostly no node has: that is seen
/// without asking networks.)
bool Networks::all_came_to(Time instant, std::span<const Time> known) const {
  if (std::none_of(known.begin(), known.end(), [&](Time one) { return one >= instant; }))
    return false;
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    if (known[n] < instant && !suspended(n)) return false;
  return true;
}

Time Networks::safe_time(std::size_t number) const {
  const Node& node = nodes_[number];
  if (quiet_) return silent_.but(number) + node.from_others;
  return std::min(node.safe, least(node.awake, [this](const Place& at) {
                    return net(at).network->safe_time(at.port);
                  }));
}

bool Networks::unused(std::size_t number) const {
  const std::vector<Place>& awake = nodes_[number].awake;
  return awake.size() == 1 && net(awake[0]).network->unused(awake[0].port);
}

void Networks::suspend(std::size_t number, Time end) {
  const Node& node = nodes_[number];
  net(node.awake[0]).network->suspend(node.awake[0].port, std::min(end, node.safe));
}

bool Networks::suspended(std::size_t number) const {
  const std::vector<Place>& awake = nodes_[number].awake;
  return awake.size() == 1 && net(awake[0]).network->suspended(awake[0].port);
}

void Networks::refresh(std::size_t node) {
  for (const Place& at : nodes_[node].awake) net(at).network->refresh(at.port);
}

}  // namespace flybar::cluster
