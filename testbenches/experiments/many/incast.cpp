#include "testbenches/experiments/many/incast.h"

#include <string>

namespace flybar::experiments {
namespace {

constexpr std::int64_t kMostSenders = 63;  ///< of 64 nodes

}  // namespace

void Incast::describe(Parameters& options) {
  options.add(
      "senders", senders_, {0, kMostSenders},
      {"Nodes that send to the first that receives; 0: all of the system file, or 4 without "
       "one. More than 24 take turns, since the receive ring has no room for a message of each.",
       "asked for"});
  ManyNodes::describe(options);
}

std::vector<Flow> Incast::flows(const cluster::SystemParams& system, std::size_t nodes,
                                std::vector<Fault>& faults) const {
  std::vector<Flow> flows = Members::of(system, nodes).incast();
  if (flows.empty()) return {};
  const auto there = static_cast<std::int64_t>(flows.size());
  if (wanted(there) > there)
    faults.push_back({"senders",
                      senders_ > 0 ? std::to_string(senders_) + ", but " + std::to_string(there) +
                                         " nodes of the system may send"
                                   : "all " + std::to_string(there) + " of the system",
                      "1 .. " + std::to_string(there), "lower it, or change \"runs\" of nodes"});
  flows.resize(static_cast<std::size_t>(std::min(wanted(there), there)), Flow{});
  return flows;
}

}  // namespace flybar::experiments
