/// Shapes with several ways between two nodes.
#include <algorithm>

#include "models/myrinet/shape/divided_up.h"
#include "models/myrinet/shape/topology.h"

namespace flybar::myrinet {
namespace {

[[noreturn]] void refuse(const std::string& found, const std::string& allowed,
                         const std::string& advice) {
  throw ConfigurationError({{"switch.ports", found, allowed, advice}});
}

/// Nodes on the first ports of switches, so many on each.
Topology nodes_on_switches(std::size_t nodes, std::size_t switches, std::size_t each,
                           std::size_t ports) {
  Topology topology;
  topology.nodes = nodes;
  topology.switch_ports.assign(switches, ports);
  for (std::size_t n = 0; n < nodes; ++n)
    topology.cables.push_back({End::node(n), End::of_switch(n / each, n % each), {}});
  topology.spread = true;
  return topology;
}

}  // namespace

Topology switch_clos(std::size_t nodes, std::size_t ports, std::size_t up) {
  if (up < 1 || up >= ports)
    refuse(std::to_string(ports) + " with " + std::to_string(up) + " of them up in a Clos network",
           "1 way up or more, and a port for a node", "change up or switch.ports");
  const std::size_t down = ports - up;
  const std::size_t leaves = divided_up(nodes, down);
  if (leaves > ports)
    refuse(
        std::to_string(ports) + " for " + std::to_string(nodes) + " nodes in a Clos network",
        "up to " + std::to_string(ports * down) + " nodes with " + std::to_string(up) + " ways up",
        "use larger switches, fewer ways up, or fewer nodes");
  Topology topology = nodes_on_switches(nodes, leaves, down, ports);
  topology.switch_ports.insert(topology.switch_ports.end(), up, ports);
  for (std::size_t leaf = 0; leaf < leaves; ++leaf)
    for (std::size_t spine = 0; spine < up; ++spine)
      topology.cables.push_back(
          {End::of_switch(leaf, down + spine), End::of_switch(leaves + spine, leaf), {}});
  return topology;
}

Topology switch_mesh(std::size_t nodes, std::size_t ports, std::size_t rows, std::size_t columns) {
  const std::size_t each = std::max<std::size_t>(1, divided_up(nodes, rows * columns));
  const std::size_t sides = 2 * (rows > 1) + 2 * (columns > 1);
  if (each + sides > ports)
    refuse(std::to_string(ports) + " for " + std::to_string(each) + " nodes and " +
               std::to_string(sides) + " neighbours of a switch in a mesh",
           std::to_string(each + sides) + " or more",
           "use larger switches, more of them, or fewer nodes");
  Topology topology = nodes_on_switches(nodes, rows * columns, each, ports);
  std::size_t next = each;
  const auto connect = [&](std::size_t a, std::size_t b) {
    topology.cables.push_back({End::of_switch(a, next), End::of_switch(b, next + 1), {}});
  };
  if (columns > 1) {
    for (std::size_t i = 0; i < rows * columns; ++i)
      if ((i + 1) % columns != 0) connect(i, i + 1);
    next += 2;
  }
  for (std::size_t i = 0; i + columns < rows * columns; ++i) connect(i, i + columns);
  return topology;
}

}  // namespace flybar::myrinet
