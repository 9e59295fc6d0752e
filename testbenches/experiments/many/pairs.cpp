#include "testbenches/experiments/many/pairs.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace flybar::experiments {

void Pairs::describe(Parameters& options) {
  options.add(
      "pairs", pairs_, {0, 32},
      {"Senders with a receiver each; 0: all of the system file, or 2 without one.", "asked for"});
  ManyNodes::describe(options);
}

/// Nodes that may do both are senders in the first half of them and receivers in the second.
std::vector<Flow> Pairs::flows(const cluster::SystemParams& system, std::size_t nodes,
                               std::vector<Fault>& faults) const {
  const Members all = Members::of(system, nodes);
  const std::vector<std::size_t> both = all.both();
  std::vector<std::size_t> senders, receivers;
  std::set_difference(all.senders.begin(), all.senders.end(), both.begin(), both.end(),
                      std::back_inserter(senders));
  std::set_difference(all.receivers.begin(), all.receivers.end(), both.begin(), both.end(),
                      std::back_inserter(receivers));
  const auto half = static_cast<std::ptrdiff_t>((both.size() + 1) / 2);
  senders.insert(senders.end(), both.begin(), both.begin() + half);
  receivers.insert(receivers.end(), both.begin() + half, both.end());
  std::vector<Flow> flows;
  for (std::size_t i = 0; i < std::min(senders.size(), receivers.size()); ++i)
    flows.push_back({senders[i], receivers[i]});
  const auto there = static_cast<std::int64_t>(flows.size());
  if (pairs_ > there)
    faults.push_back(
        {"pairs", std::to_string(pairs_) + " of a system of " + std::to_string(nodes) + " nodes",
         "1 .. " + std::to_string(there), "lower it, or change \"runs\" of nodes"});
  if (pairs_ > 0) flows.resize(static_cast<std::size_t>(std::min(pairs_, there)), Flow{});
  return flows;
}

}  // namespace flybar::experiments
