#include "testbenches/experiments/many/incast.h"

#include <string>

namespace flybar::experiments {

void Incast::describe(Parameters& options) {
  options.add(
      "senders", senders_, {0, static_cast<std::int64_t>(Traffic::kDataEntries)},
      {"Nodes that send to the first that receives; 0: all of the system file, or 4 without "
       "one. At most as many as the receive ring can take a message of each.",
       "asked for"});
  ManyNodes::describe(options);
}

std::vector<Flow> Incast::flows(const cluster::SystemParams& system, std::size_t nodes,
                                std::vector<Fault>& faults) const {
  const Members all = members(system, nodes);
  if (all.receivers.empty()) return {};
  const std::size_t receiver = all.receivers.front();
  std::vector<Flow> flows;
  for (const std::size_t sender : all.senders)
    if (sender != receiver) flows.push_back({sender, receiver});
  const auto there = static_cast<std::int64_t>(flows.size());
  const auto most = std::min(there, static_cast<std::int64_t>(Traffic::kDataEntries));
  if (wanted(there) > most)
    faults.push_back({"senders",
                      senders_ > 0 ? std::to_string(senders_) + ", but " + std::to_string(there) +
                                         " nodes of the system may send"
                                   : "all " + std::to_string(there) + " of the system",
                      "1 .. " + std::to_string(most), "lower it, or change \"runs\" of nodes"});
  flows.resize(static_cast<std::size_t>(std::min(wanted(there), most)), Flow{});
  return flows;
}

}  // namespace flybar::experiments
