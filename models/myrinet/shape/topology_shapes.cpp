#include <algorithm>

#include "models/myrinet/shape/topology.h"

namespace flybar::myrinet {
namespace {

/// Inner switches of a chain spend two ports on it.
constexpr std::size_t kFewestPorts = 3;

void refuse_few_ports(const char* shape, std::size_t ports) {
  if (ports < kFewestPorts)
    throw ConfigurationError(
        {{"switch.ports", std::to_string(ports) + " for " + shape,
          std::to_string(kFewestPorts) + " or more", "use larger switches or a direct cable"}});
}

/// Cables from `below`, in groups of `group`, to new switches, port by port from port 0 on.
std::vector<std::size_t> add_level(Topology& topology, const std::vector<End>& below,
                                   std::size_t group, std::size_t ports) {
  std::vector<std::size_t> added;
  for (std::size_t i = 0; i < below.size(); ++i) {
    if (i % group == 0) {
      added.push_back(topology.switch_ports.size());
      topology.switch_ports.push_back(ports);
    }
    topology.cables.push_back({below[i], End::of_switch(added.back(), i % group), {}});
  }
  return added;
}

std::vector<End> all_nodes(std::size_t nodes) {
  std::vector<End> ends;
  for (std::size_t node = 0; node < nodes; ++node) ends.push_back(End::node(node));
  return ends;
}

}  // namespace

Topology direct_cable() {
  Topology topology;
  topology.nodes = 2;
  topology.cables.push_back({End::node(0), End::node(1), {}});
  return topology;
}

Topology one_switch(std::size_t nodes, std::size_t ports) {
  if (nodes > ports)
    throw ConfigurationError(
        {{"switch.ports",
          std::to_string(ports) + " for " + std::to_string(nodes) + " nodes on one switch",
          std::to_string(nodes) + " or more",
          "use a chain or a tree of switches, or fewer nodes"}});
  Topology topology;
  topology.nodes = nodes;
  add_level(topology, all_nodes(nodes), ports, ports);
  return topology;
}

Topology switch_chain(std::size_t nodes, std::size_t ports) {
  refuse_few_ports("a chain of switches", ports);
  Topology topology;
  topology.nodes = nodes;
  const auto row = add_level(topology, all_nodes(nodes), ports - 2, ports);
  for (std::size_t i = 1; i < row.size(); ++i)
    topology.cables.push_back(
        {End::of_switch(row[i - 1], ports - 1), End::of_switch(row[i], ports - 2), {}});
  return topology;
}

Topology switch_tree(std::size_t nodes, std::size_t ports) {
  refuse_few_ports("a tree of switches", ports);
  Topology topology;
  topology.nodes = nodes;
  std::vector<End> level = all_nodes(nodes);
  while (level.size() > ports) {
    std::vector<End> next;
    for (const std::size_t i : add_level(topology, level, ports - 1, ports))
      next.push_back(End::of_switch(i, ports - 1));
    level = std::move(next);
  }
  add_level(topology, level, ports, ports);
  return topology;
}

Topology fewest_switches(std::size_t nodes, std::size_t ports) {
  return nodes <= ports ? one_switch(nodes, ports) : switch_tree(nodes, ports);
}

}  // namespace flybar::myrinet
