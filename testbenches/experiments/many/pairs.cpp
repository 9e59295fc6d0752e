#include "testbenches/experiments/many/pairs.h"

#include <algorithm>
#include <string>

namespace flybar::experiments {

void Pairs::describe(Parameters& options) {
  options.add(
      "pairs", pairs_, {0, 32},
      {"Senders with a receiver each; 0: all of the system file, or 2 without one.", "asked for"});
  ManyNodes::describe(options);
}

std::vector<Flow> Pairs::flows(const cluster::SystemParams& system, std::size_t nodes,
                               std::vector<Fault>& faults) const {
  std::vector<Flow> flows = Members::of(system, nodes).pairs();
  const auto there = static_cast<std::int64_t>(flows.size());
  if (pairs_ > there)
    faults.push_back(
        {"pairs", std::to_string(pairs_) + " of a system of " + std::to_string(nodes) + " nodes",
         "1 .. " + std::to_string(there), "lower it, or change \"runs\" of nodes"});
  if (pairs_ > 0) flows.resize(static_cast<std::size_t>(std::min(pairs_, there)), Flow{});
  return flows;
}

}  // namespace flybar::experiments
