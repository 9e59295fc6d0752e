#include "models/myrinet/routes.h"

#include <algorithm>
#include <limits>

#include "models/myrinet/route_byte.h"

namespace flybar::myrinet {

/// A place that the search has come to: the input of a switch.
struct Routes::Step {
  std::size_t at;
  std::size_t input;
  bool down;          ///< has gone away from switch 0
  std::size_t from;   ///< the step before
  std::uint8_t byte;  ///< that led here
};

Routes::Routes(const Topology& topology)
    : spread_(topology.spread),
      at_node_(topology.nodes, End::node(0)),
      hops_(topology.switch_ports.size()),
      level_(topology.switch_ports.size(), std::numeric_limits<std::size_t>::max()) {
  const auto connect = [&](const End& near, const End& far) {
    if (near.is_switch())
      hops_[near.device].push_back({near.port, far});
    else
      at_node_[near.device] = far;
  };
  for (const CableLayout& cable : topology.cables) {
    connect(cable.a, cable.b);
    connect(cable.b, cable.a);
  }
  for (auto& hops : hops_)
    std::sort(hops.begin(), hops.end(), [](auto& a, auto& b) { return a.output < b.output; });
  for (auto& hops : hops_)
    if (spread_)
      std::stable_partition(hops.begin(), hops.end(),
                            [](const Hop& hop) { return !hop.far.is_switch(); });
  std::vector<std::size_t> row;
  if (!level_.empty()) level_[0] = 0, row.push_back(0);
  for (std::size_t i = 0; i < row.size(); ++i)
    for (const Hop& hop : hops_[row[i]])
      if (hop.far.is_switch() && level_[hop.far.device] > level_[row[i]] + 1) {
        level_[hop.far.device] = level_[row[i]] + 1;
        row.push_back(hop.far.device);
      }
}

std::vector<std::uint8_t> Routes::route(std::size_t from, std::size_t to) const {
  if (from >= at_node_.size() || to >= at_node_.size())
    throw ConfigurationError(
        {{"route", "from node " + std::to_string(from) + " to node " + std::to_string(to),
          "nodes 0 to " + std::to_string(at_node_.size() - 1), "add nodes or correct the number"}});
  const End& start = at_node_[from];
  if (start.is_switch()) return search(start, to);
  if (from != to) return {};
  throw ConfigurationError({{"route", "from node " + std::to_string(from) + " to itself",
                             "another node: a direct cable leads back nowhere", "use a switch"}});
}

/// Switch 0 is the top; among equals, the lower number.
bool Routes::leads_up(std::size_t from, std::size_t to) const {
  return std::pair(level_[to], to) < std::pair(level_[from], from);
}

/// The ways to other switches, which stand behind those to nodes, begin with another one for each
/// `to`.
std::size_t Routes::turned(const std::vector<Hop>& hops, std::size_t h, std::size_t to) {
  const auto first =
      std::find_if(hops.begin(), hops.end(), [](const Hop& hop) { return hop.far.is_switch(); });
  const auto nodes = static_cast<std::size_t>(first - hops.begin());
  return h < nodes ? h : nodes + (h - nodes + to) % (hops.size() - nodes);
}

std::vector<std::uint8_t> Routes::search(const End& start, std::size_t to) const {
  std::vector<Step> steps{{start.device, start.port, false, 0, 0}};
  std::vector<bool> seen(hops_.size() * 2);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step step = steps[i];
    const std::vector<Hop>& hops = hops_[step.at];
    for (std::size_t h = 0; h < hops.size(); ++h) {
      const Hop& hop = hops[spread_ ? turned(hops, h, to) : h];
      const std::uint8_t byte = route_byte(step.input, hop.output);
      if (hop.far == End::node(to)) {
        std::vector<std::uint8_t> bytes{byte};
        for (std::size_t s = i; s != 0; s = steps[s].from) bytes.push_back(steps[s].byte);
        std::reverse(bytes.begin(), bytes.end());
        return bytes;
      }
      if (!hop.far.is_switch()) continue;
      const bool up = leads_up(step.at, hop.far.device);
      if (step.down && up) continue;
      const std::size_t state = hop.far.device * 2 + !up;
      if (seen[state]) continue;
      seen[state] = true;
      steps.push_back({hop.far.device, hop.far.port, !up, i, byte});
    }
  }
  throw ConfigurationError({{"route", "none to node " + std::to_string(to),
                             "nodes that a switch connects", "add a cable"}});
}

}  // namespace flybar::myrinet
