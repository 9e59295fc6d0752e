#include "models/myrinet/shape/topology.h"

#include <algorithm>

#include "models/myrinet/shape/route_byte.h"

namespace flybar::myrinet {
namespace {

bool exists(const Topology& topology, const End& end) {
  if (!end.is_switch()) return end.device < topology.nodes;
  return end.device < topology.switch_ports.size() && end.port < topology.switch_ports[end.device];
}

std::size_t uses(const Topology& topology, const End& end) {
  std::size_t count = 0;
  for (const CableLayout& cable : topology.cables) count += (cable.a == end) + (cable.b == end);
  return count;
}

void check_end(const Topology& topology, std::size_t cable, const End& end,
               std::vector<Fault>& faults) {
  const std::string where = cable_place(cable);
  if (!exists(topology, end))
    faults.push_back({where, "ends at " + to_text(end) + ", which does not exist",
                      std::to_string(topology.nodes) + " nodes and the ports of " +
                          std::to_string(topology.switch_ports.size()) + " switches",
                      "correct the end or add the device"});
  else if (uses(topology, end) > 1)
    faults.push_back(
        {where, to_text(end) + " has another cable too", "one cable per port", "use a free port"});
}

/// The devices as one row of numbers: nodes, then switches.
std::size_t device(const Topology& topology, const End& end) {
  return end.is_switch() ? topology.nodes + end.device : end.device;
}

/// Marks everything that node 0 can reach.
std::vector<bool> reached(const Topology& topology) {
  std::vector<bool> marked(topology.nodes + topology.switch_ports.size());
  marked[0] = true;
  for (bool grown = true; grown;) {
    grown = false;
    for (const CableLayout& cable : topology.cables) {
      const std::size_t a = device(topology, cable.a), b = device(topology, cable.b);
      grown |= marked[a] != marked[b];
      marked[a] = marked[b] = marked[a] || marked[b];
    }
  }
  return marked;
}

void check_reach(const Topology& topology, std::vector<Fault>& faults) {
  const std::vector<bool> marked = reached(topology);
  for (std::size_t node = 0; node < topology.nodes; ++node)
    if (!marked[node])
      faults.push_back({node_place(node), "no way to node 0",
                        "every node connected with every other", "add a cable"});
}

void check_sizes(const Topology& topology, std::vector<Fault>& faults) {
  if (topology.nodes == 0)
    faults.push_back({"topology", "no nodes", "1 node or more", "add nodes"});
  for (std::size_t i = 0; i < topology.switch_ports.size(); ++i)
    if (topology.switch_ports[i] < 1 || topology.switch_ports[i] > kMostPorts)
      faults.push_back({switch_place(i), std::to_string(topology.switch_ports[i]) + " ports",
                        "1 to " + std::to_string(kMostPorts), "use several switches"});
}

void check_loop(const Topology& topology, std::size_t cable, std::vector<Fault>& faults) {
  const CableLayout& layout = topology.cables[cable];
  if (device(topology, layout.a) == device(topology, layout.b))
    faults.push_back({cable_place(cable),
                      "leads from " + to_text(layout.a) + " back to " + to_text(layout.b),
                      "cables between two devices", "connect it elsewhere, or leave it out"});
}

}  // namespace

std::string cable_place(std::size_t cable) {
  return "topology, cable " + std::to_string(cable);
}

std::string switch_place(std::size_t number) {
  return "topology, switch " + std::to_string(number);
}

std::string node_place(std::size_t node) {
  return "topology, node " + std::to_string(node);
}

std::string to_text(const End& end) {
  if (!end.is_switch()) return "node " + std::to_string(end.device);
  return "switch " + std::to_string(end.device) + " port " + std::to_string(end.port);
}

std::vector<Fault> check(const Topology& topology) {
  std::vector<Fault> faults;
  check_sizes(topology, faults);
  for (std::size_t i = 0; i < topology.cables.size(); ++i) {
    check_end(topology, i, topology.cables[i].a, faults);
    check_end(topology, i, topology.cables[i].b, faults);
    check_loop(topology, i, faults);
  }
  if (faults.empty()) check_reach(topology, faults);
  return faults;
}

}  // namespace flybar::myrinet
