#include "models/myrinet/shape/routes.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "models/myrinet/shape/route_byte.h"

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
      hops_(topology.switch_ports.size()) {
  const auto connect = [&](const End& near, const End& far) {
    if (near.is_switch())
      hops_[near.device].push_back({.output = near.port, .far = far});
    else
      at_node_[near.device] = far;
  };
  for (const CableLayout& cable : topology.cables) {
    connect(cable.a, cable.b);
    connect(cable.b, cable.a);
  }
  for (auto& hops : hops_)
    std::sort(hops.begin(), hops.end(), [](auto& a, auto& b) { return a.output < b.output; });
  if (spread_) find_rows();
  if (!hops_.empty()) level_ = distances({0});
}

/// Of each switch: how many cables lie between it and the nearest of `row`.
std::vector<std::size_t> Routes::distances(std::vector<std::size_t> row) const {
  std::vector<std::size_t> distances(hops_.size(), std::numeric_limits<std::size_t>::max());
  for (const std::size_t first : row) distances[first] = 0;
  for (std::size_t i = 0; i < row.size(); ++i)
    for (const Hop& hop : hops_[row[i]])
      if (hop.far.is_switch() && distances[hop.far.device] > distances[row[i]] + 1) {
        distances[hop.far.device] = distances[row[i]] + 1;
        row.push_back(hop.far.device);
      }
  return distances;
}

/// Of each switch: how many cables lie between it and the nearest one with a node.
std::vector<std::size_t> Routes::heights() const {
  std::vector<std::size_t> lowest;
  for (const End& end : at_node_)
    if (end.is_switch()) lowest.push_back(end.device);
  return distances(std::move(lowest));
}

/// The most.
std::size_t Routes::nodes_of_a_switch() const {
  std::size_t most = 1;
  for (const auto& hops : hops_) {
    const auto to_nodes =
        std::count_if(hops.begin(), hops.end(), [](auto& hop) { return !hop.far.is_switch(); });
    most = std::max(most, static_cast<std::size_t>(to_nodes));
  }
  return most;
}

/// All ways up from a switch are one row, and so are those to its equals; ways down are as good as
/// each other only if they lead to the same switch.
void Routes::find_rows() {
  const std::vector<std::size_t> height = heights();
  const std::size_t each = nodes_of_a_switch();
  for (std::size_t at = 0; at < hops_.size(); ++at) {
    const auto row_of = [&](const Hop& hop) {
      if (!hop.far.is_switch()) return std::pair<std::size_t, std::size_t>(0, hop.output);
      const std::size_t there = height[hop.far.device];
      return std::pair(there + 1, there < height[at] ? hop.far.device : 0);
    };
    std::vector<Hop>& hops = hops_[at];
    std::stable_sort(hops.begin(), hops.end(),
                     [&](auto& a, auto& b) { return row_of(a) < row_of(b); });
    for (std::size_t h = 0; h < hops.size(); ++h) {
      const auto same = [&](const Hop& hop) { return row_of(hop) == row_of(hops[h]); };
      const auto begin = std::find_if(hops.begin(), hops.end(), same);
      hops[h].first = static_cast<std::size_t>(begin - hops.begin());
      hops[h].count = static_cast<std::size_t>(std::count_if(hops.begin(), hops.end(), same));
      if (!hops[h].far.is_switch()) continue;
      for (std::size_t i = std::min(height[at], height[hops[h].far.device]); i > 0; --i)
        hops[h].divisor *= each;
    }
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

/// Each row begins with another one for each `to`.
std::size_t Routes::turned(const std::vector<Hop>& hops, std::size_t h, std::size_t to) {
  const Hop& hop = hops[h];
  return hop.first + (h - hop.first + to / hop.divisor) % hop.count;
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
