#include "models/myrinet/folded_clos.h"

#include <algorithm>
#include <string>

namespace flybar::myrinet {
namespace {

std::size_t divided_up(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

/// Numbers of switches: lower ones, then middle ones, then those at the top.
struct Plan {
  std::size_t half;    ///< ports of a switch that lead down, and up
  std::size_t leaves;  ///< lower switches
  std::size_t pods;    ///< of up to `half` lower and `half` middle switches
  std::size_t up;      ///< ways up from each middle switch, 0 for a single pod
  std::size_t shared;  ///< of them, on one switch at the top

  std::size_t middle(std::size_t pod, std::size_t i) const { return leaves + pod * half + i; }
  std::size_t top(std::size_t i, std::size_t way) const {
    return leaves + pods * half + i * tops_of_one() + way / shared;
  }
  std::size_t tops_of_one() const { return divided_up(up, shared); }
  std::size_t switches() const { return leaves + pods * half + half * tops_of_one(); }
};

Plan plan_of(std::size_t nodes, std::size_t ports, Bisection bisection) {
  const std::size_t half = ports / 2;
  const std::size_t most = half * half * ports;
  if (half < 1 || nodes > most)
    throw ConfigurationError(
        {{"switch.ports",
          std::to_string(ports) + " for " + std::to_string(nodes) +
              " nodes in a folded Clos network",
          "up to " + std::to_string(most) + " nodes", "use larger switches, or fewer nodes"}});
  const std::size_t leaves = divided_up(nodes, half);
  const std::size_t pods = divided_up(leaves, half);
  const std::size_t up = pods == 1                       ? 0
                         : bisection == Bisection::kFull ? half
                                                         : std::max<std::size_t>(half / 2, 1);
  return {half, leaves, pods, up, std::max<std::size_t>(1, std::min(ports / pods, up))};
}

}  // namespace

Topology folded_clos(std::size_t nodes, std::size_t ports, Bisection bisection) {
  if (nodes <= ports) return one_switch(nodes, ports);
  const Plan plan = plan_of(nodes, ports, bisection);
  Topology topology;
  topology.nodes = nodes;
  topology.spread = true;
  topology.switch_ports.assign(plan.switches(), ports);
  const auto connect = [&](const End& below, const End& above) {
    topology.cables.push_back({below, above, {}});
  };
  for (std::size_t n = 0; n < nodes; ++n)
    connect(End::node(n), End::of_switch(n / plan.half, n % plan.half));
  for (std::size_t leaf = 0; leaf < plan.leaves; ++leaf)
    for (std::size_t i = 0; i < plan.half; ++i)
      connect(End::of_switch(leaf, plan.half + i),
              End::of_switch(plan.middle(leaf / plan.half, i), leaf % plan.half));
  for (std::size_t pod = 0; pod < plan.pods; ++pod)
    for (std::size_t i = 0; i < plan.half; ++i)
      for (std::size_t way = 0; way < plan.up; ++way)
        connect(End::of_switch(plan.middle(pod, i), plan.half + way),
                End::of_switch(plan.top(i, way), pod * plan.shared + way % plan.shared));
  return topology;
}

}  // namespace flybar::myrinet
