#include "testbenches/experiments/stacks/trapeze/options.h"

#include <algorithm>

#include "models/common/quantity.h"
#include "models/trapeze/mcp_params.h"

namespace flybar::experiments {

namespace {

void check_below(Bytes payload, Bytes least, Bytes most, std::vector<Fault>& faults) {
  if (payload > most)
    faults.push_back({"payload", quantity::print(payload) + " is more than " + kLargestPayload,
                      quantity::print(least) + " .. " + quantity::print(most),
                      std::string("lower it, or raise ") + kLargestPayload});
}

}  // namespace

void add_notify(Parameters& options, trapeze::Notify& notify) {
  options.add_choice(
      "notify", notify,
      {{"polling", trapeze::Notify::kPolling}, {"interrupt", trapeze::Notify::kInterrupt}},
      {"How a host learns of a message.", "the published microbenchmarks poll"});
}

Bytes largest_payload(const LayerParams& node) {
  return node.get<trapeze::McpParams>().max_payload;
}

void check_payload(Bytes payload, Bytes least, const LayerParams& node,
                   std::vector<Fault>& faults) {
  check_below(payload, least, largest_payload(node), faults);
}

void check_payload(Bytes payload, const cluster::SystemParams& system, std::vector<Fault>& faults) {
  check_below(payload, Bytes(0),
              std::min(largest_payload(system.node(0)), largest_payload(system.node(1))), faults);
}

void check_page(Bytes page, const LayerParams& node, std::vector<Fault>& faults) {
  const Bytes payload = largest_payload(node);
  if (payload != page)
    faults.push_back({kLargestPayload, quantity::print(payload),
                      "the size of a page, " + quantity::print(page),
                      std::string("change ") + kLargestPayload + " or host.frame"});
}

}  // namespace flybar::experiments
