#include "testbenches/experiments/many/all_to_all.h"

#include <string>

namespace flybar::experiments {

void AllToAll::describe(Parameters& options) {
  options.add("nodes", nodes_, {0, 64},
              {"Nodes that take part; 0: all of the system file that may send and receive, or 4 "
               "without one.",
               "asked for"});
  ManyNodes::describe(options);
}

std::vector<Flow> AllToAll::flows(const cluster::SystemParams& system, std::size_t nodes,
                                  std::vector<Fault>& faults) const {
  const Members members = Members::of(system, nodes);
  std::vector<std::size_t> both = members.both();
  if (system.is_from_file())
    if (const auto fault = members.no_all_to_all(nodes)) {
      faults.push_back(*fault);
      return {};
    }
  const auto there = static_cast<std::int64_t>(both.size());
  if (nodes_ == 1 || nodes_ > there)
    faults.push_back(
        {"nodes",
         std::to_string(nodes_) + " of " + std::to_string(there) + " that may send and receive",
         "2 .. " + std::to_string(there), "change it, or \"runs\" of nodes"});
  else if (nodes_ > 0)
    both.resize(static_cast<std::size_t>(nodes_));
  const std::size_t count = both.size();
  const bool at_once = count <= Traffic::kDataEntries + 1;
  std::vector<Flow> flows = Members{both, both}.all_to_all();
  for (std::size_t i = 0; i < flows.size() && !at_once; ++i)
    flows[i].phase = i % (count - 1) / Traffic::kPhaseEntries;
  return flows;
}

}  // namespace flybar::experiments
