#include "models/cluster/build/networks.h"

#include <algorithm>
#include <utility>

namespace flybar::cluster {

Networks::Networks(std::vector<Network*> networks, std::vector<std::vector<Place>> nodes)
    : on_echo_of(nodes.size()) {
  for (Network* network : networks)
    nets_.push_back({.network = network,
                     .nodes = std::vector<std::size_t>(network->ports()),
                     .known = std::vector<Time>(network->ports())});
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    Time least = Time::never();
    for (const Place& place : nodes[n]) {
      nets_[place.network].nodes[place.port] = n;
      least = std::min(least, networks[place.network]->from_others(place.port));
    }
    nodes_.push_back({.places = std::move(nodes[n]), .from_others = least});
  }
  for (std::size_t i = 0; i < nets_.size(); ++i) connect(i);
}

/// Over other networks, or other cards, an echo may come sooner than over the network itself.
void Networks::connect(std::size_t number) {
  nets_[number].network->on_echo = [this, number](std::size_t port, Time echo) {
    Net& net = nets_[number];
    net.woken |= std::exchange(net.asleep, false);
    const std::size_t node = net.nodes[port];
    const Time sent = echo - net.network->shortest_echo(port);
    echo = std::min(echo, sent + nodes_[node].from_others);
    if (on_echo_of[node]) on_echo_of[node](echo);
    on_echo(node, echo);
  };
}

Time Networks::shortest_echo(std::size_t node) const {
  Time least = nodes_[node].from_others;
  for (const Place& place : nodes_[node].places)
    least = std::min(least, net(place).network->shortest_echo(place.port));
  return least;
}

bool Networks::quiet() const {
  return std::all_of(nets_.begin(), nets_.end(), [](const Net& net) { return net.asleep; });
}

template <class Tell>
void Networks::each_awake(std::size_t node, Tell tell) const {
  for (const Place& place : nodes_[node].places)
    if (!net(place).asleep) tell(*net(place).network, place.port);
}

/// Guarantees on networks that sleep are asked for when they are needed; if all sleep, that is now.
void Networks::take_guarantees(std::size_t number, Time reached) {
  Node& node = nodes_[number];
  node.suspended = false;
  const bool all = quiet();
  for (const Place& place : node.places)
    if (all || !net(place).asleep) net(place).network->take_guarantees(place.port, reached);
}

void Networks::stop(std::size_t number, Time end) {
  Node& node = nodes_[number];
  node.stopped = true;
  node.suspended = false;
  for (const Place& place : node.places) net(place).network->stop(place.port, end);
}

Time Networks::awake_safe_time(std::size_t node) const {
  Time safe = Time::never();
  each_awake(node, [&safe](const Network& network, std::size_t port) {
    safe = std::min(safe, network.safe_time(port));
  });
  return safe;
}

Time Networks::safe_time(std::size_t node) const {
  return std::min(awake_safe_time(node), asleep_safe_time(node));
}

void Networks::refresh(std::size_t node) {
  each_awake(node, [](Network& network, std::size_t port) { network.refresh(port); });
}

/// How many places of the node are on networks that do not sleep.
std::size_t Networks::awake(std::size_t node) const {
  std::size_t count = 0;
  each_awake(node, [&count](const Network&, std::size_t) { ++count; });
  return count;
}

/// The first of them.
const Networks::Place* Networks::first_awake(std::size_t node) const {
  for (const Place& place : nodes_[node].places)
    if (!net(place).asleep) return &place;
  return nullptr;
}

/// A packet over one of two networks that are busy would end the node's silence on the other.
bool Networks::unused(std::size_t number) const {
  const Node& node = nodes_[number];
  const Place* const on = first_awake(number);
  if (awake(number) > 1 || (node.suspended && on != node.on)) return false;
  return on == nullptr || (!net(*on).woken && net(*on).network->unused(on->port));
}

void Networks::suspend(std::size_t number, Time end) {
  Node& node = nodes_[number];
  node.suspended = true;
  node.on = first_awake(number);
  node.end = end;
  node.until = std::min(end, asleep_safe_time(number));
  if (node.on != nullptr) net(*node.on).network->suspend(node.on->port, node.until);
}

void Networks::advance(std::span<const Time> known) {
  note_known(known);
  if (quiet())
    for (Net& net : nets_) advance(net);
  else
    advance_awake();
  if (quiet()) {
    listen();
    unless_reached_ = true;
  }
}

void Networks::note_known(std::span<const Time> known) {
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    if (!nodes_[n].suspended) nodes_[n].known = known[n];
}

void Networks::advance_awake() {
  const bool woken =
      std::any_of(nets_.begin(), nets_.end(), [](const Net& net) { return net.woken; });
  if (woken || unless_reached_ || silence_ends()) ask_sleeping();
  bool asleep = false;
  for (Net& net : nets_) {
    if (net.asleep) continue;
    advance(net);
    net.woken = false;
    asleep |= net.asleep = net.network->quiet();
  }
  if (asleep && !quiet()) ask_sleeping();
}

void Networks::advance(Net& net) {
  for (std::size_t port = 0; port < net.nodes.size(); ++port)
    net.known[port] = nodes_[net.nodes[port]].known;
  net.network->advance(net.known);
}

/// The nodes say for the networks that sleep how long they are silent there, and for those that
/// have just been woken how far they have come.
void Networks::ask_sleeping() {
  look_at_suspended();
  for (Net& net : nets_) {
    if (!net.asleep && (!net.woken || unless_reached_)) continue;
    for (std::size_t port = 0; port < net.nodes.size(); ++port) {
      const Node& node = nodes_[net.nodes[port]];
      if (!node.stopped) net.network->take_guarantees(port, node.known);
    }
    if (net.asleep) advance(net);
  }
  listen();
  suspend_anew();
}

/// A suspended node does nothing until something reaches it.
void Networks::look_at_suspended() {
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    const bool reached = node.on != nullptr && !net(*node.on).network->suspended(node.on->port);
    if (!node.suspended || reached) continue;
    refresh(n);
    node.known = std::max(node.known, std::min(node.end, safe_time(n)));
  }
}

void Networks::listen() {
  silent_ = {};
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    Time silent = Time::never();
    for (const Place& place : nodes_[n].places)
      if (net(place).asleep)
        silent = std::min(silent, net(place).network->silent_until(place.port));
    silent_.add(silent, n);
  }
  unless_reached_ = false;
}

void Networks::suspend_anew() {
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    if (!node.suspended || node.on == nullptr || !net(*node.on).network->suspended(node.on->port))
      continue;
    const Time until = std::min(node.end, asleep_safe_time(n));
    if (std::exchange(node.until, until) != until)
      net(*node.on).network->suspend(node.on->port, until);
  }
}

/// A node has come to where the silence of the sleeping networks ends, as far as it is known.
bool Networks::silence_ends() const {
  return std::any_of(nodes_.begin(), nodes_.end(), [this](const Node& node) {
    return !node.suspended && !node.stopped && node.known >= silent_.first();
  });
}

}  // namespace flybar::cluster
