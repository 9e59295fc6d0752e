#include <algorithm>
#include <string>

#include "models/myrinet/network.h"

namespace flybar::myrinet {
namespace {

std::vector<Fault> check_dead_cable(const Topology& topology, std::int64_t dead) {
  const auto cables = static_cast<std::int64_t>(topology.cables.size());
  if (dead < cables) return {};
  return {{"link.dead_cable", "there is no cable " + std::to_string(dead),
           "-1 .. " + std::to_string(cables - 1), "name a cable of this system, or -1 for none"}};
}

/// Everything wrong, or the topology as it is.
const Topology& checked(const Topology& topology, const NetworkParams& params) {
  std::vector<Fault> faults = check(topology);
  const auto add = [&](std::vector<Fault> more) {
    faults.insert(faults.end(), more.begin(), more.end());
  };
  NetworkParams laid = params;
  if (faults.empty()) laid.laid = lengths_of(topology, params.link.length);
  add(check(laid));
  add(check_dead_cable(topology, params.faults.dead_cable));
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
  return topology;
}

SlackMarks marks(const SwitchParams& params) {
  const auto count = [](Bytes b) { return static_cast<std::uint64_t>(b.count); };
  return {count(params.slack), count(params.stop_mark), count(params.go_mark)};
}

}  // namespace

Network::Network(sc_core::sc_module_name module_name, const Topology& topology,
                 const NetworkParams& params, Observer& observer)
    : sc_module(module_name),
      topology_(checked(topology, params)),
      params_(params),
      routes_(topology_) {
  lay_cables(topology, params);
  place_switches(topology, params, observer);
  place_ports(topology);
  watch_cables(topology, observer);
  known_.resize(ports());
  still_.resize(ports());
  static const Nic kAnyNic;
  nics_.assign(ports(), &kAnyNic);
  for (int i = 0; i < static_cast<int>(switches_.size()) + 1; ++i) advance(Time());
  for (const auto& port : ports_) from_others_.push_back(port->in().known());
}

void Network::lay_cables(const Topology& topology, const NetworkParams& params) {
  auto seed = static_cast<std::uint64_t>(params.faults.seed) << 32;
  for (std::size_t i = 0; i < topology.cables.size(); ++i) {
    const CableLayout& layout = topology.cables[i];
    const Time delay = params.cable_delay(layout.length.value_or(params.link.length));
    const LinkFaults faults = params.faults_of(i);
    const bool inner = layout.a.is_switch() && layout.b.is_switch();
    cables_.push_back({Cable(delay, params.byte_time(), faults, seed + 2 * i),
                       Cable(delay, params.byte_time(), faults, seed + 2 * i + 1), inner});
    if (!inner) shortest_cable_ = std::min(shortest_cable_, delay);
    if (inner)
      between_switches_.insert(between_switches_.end(), {&cables_.back().ab, &cables_.back().ba});
  }
}

void Network::place_switches(const Topology& topology, const NetworkParams& params,
                             Observer& observer) {
  std::vector<std::vector<SwitchCables>> ports;
  for (const std::size_t count : topology.switch_ports) ports.emplace_back(count);
  for (std::size_t i = 0; i < cables_.size(); ++i) {
    const CableLayout& layout = topology.cables[i];
    Pair& pair = cables_[i];
    if (layout.a.is_switch())
      ports[layout.a.device][layout.a.port] = {&pair.ba, &pair.ab, pair.inner};
    if (layout.b.is_switch())
      ports[layout.b.device][layout.b.port] = {&pair.ab, &pair.ba, pair.inner};
  }
  const SwitchTiming timing{params.switches.fall_through - params.byte_time(),
                            params.switches.timeout, marks(params.switches)};
  for (std::size_t i = 0; i < ports.size(); ++i)
    switches_.emplace_back(std::string(name()) + ".switch" + std::to_string(i), timing, ports[i],
                           observer);
}

void Network::place_ports(const Topology& topology) {
  std::vector<std::pair<Cable*, Cable*>> cables(topology.nodes);
  places_.resize(topology.nodes);
  const auto place = [this](const End& node, const End& other) {
    if (!node.is_switch() && other.is_switch())
      places_[node.device] = {&switches_[other.device], other.port};
  };
  for (std::size_t i = 0; i < cables_.size(); ++i) {
    const CableLayout& layout = topology.cables[i];
    Pair& pair = cables_[i];
    if (!layout.a.is_switch()) cables[layout.a.device] = {&pair.ab, &pair.ba};
    if (!layout.b.is_switch()) cables[layout.b.device] = {&pair.ba, &pair.ab};
    place(layout.a, layout.b);
    place(layout.b, layout.a);
  }
  arrived_.resize((topology.nodes + kPortSetSize - 1) / kPortSetSize);
  for (std::size_t p = 0; p < topology.nodes; ++p)
    cables[p].second->report(arrived_[p / kPortSetSize], p % kPortSetSize);
  for (std::size_t p = 0; p < topology.nodes; ++p) {
    const std::string number = std::to_string(p);
    ports_.push_back(std::make_unique<NodePort>(std::string(name()) + ".port" + number,
                                                *cables[p].first, *cables[p].second));
    from_nodes_.push_back(std::make_unique<FromNode>(("from_node" + number).c_str()));
    from_nodes_[p]->register_b_transport(this, &Network::transport, static_cast<int>(p));
    to_nodes_.push_back(std::make_unique<ToNode>(("to_node" + number).c_str()));
  }
}

/// What a node gets and sends has the name of the node, other directions that of the sending port.
void Network::watch_cables(const Topology& topology, Observer& observer) {
  const auto name_of = [&](const End& from, const End& to) {
    const std::string network = std::string(name()) + ".";
    if (!to.is_switch()) return network + "node" + std::to_string(to.device) + ".in";
    if (!from.is_switch()) return network + "node" + std::to_string(from.device) + ".out";
    return network + "switch" + std::to_string(from.device) + ".cable" + std::to_string(from.port);
  };
  for (std::size_t i = 0; i < cables_.size(); ++i) {
    const End &a = topology.cables[i].a, &b = topology.cables[i].b;
    cables_[i].ab.watch(observer, name_of(a, b), b.is_switch());
    cables_[i].ba.watch(observer, name_of(b, a), a.is_switch());
  }
}

}  // namespace flybar::myrinet
