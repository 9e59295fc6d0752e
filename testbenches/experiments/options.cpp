#include "testbenches/experiments/options.h"

#include "models/cluster/hardware.h"
#include "models/common/quantity.h"
#include "models/trapeze/mcp_params.h"

namespace flybar::experiments {

void add_payload(Parameters& options, Bytes& payload) {
  options.add("payload", payload, {Bytes(0), Bytes(64 * 1024)}, kWords,
              {"Payload of each message.", "a virtual memory page of the Alpha"});
}

void add_control(Parameters& options, Bytes& control) {
  options.add(
      "control", control, {Bytes(4), Bytes(128)}, kWords,
      {"Bytes of the control message that both hosts touch.", "the published microbenchmarks"});
}

void add_notify(Parameters& options, trapeze::Notify& notify) {
  options.add_choice(
      "notify", notify,
      {{"polling", trapeze::Notify::kPolling}, {"interrupt", trapeze::Notify::kInterrupt}},
      {"How a host learns of a message.", "the published microbenchmarks poll"});
}

void check_payload(Bytes payload, const cluster::SystemParams& system, std::vector<Fault>& faults) {
  Bytes most = system.node(0).get<trapeze::McpParams>().max_payload;
  most = std::min(most, system.node(1).get<trapeze::McpParams>().max_payload);
  if (payload > most)
    faults.push_back({"payload", quantity::print(payload) + " is more than mcp.max_payload",
                      "0 B .. " + quantity::print(most), "lower it, or raise mcp.max_payload"});
}

void check_switches(std::size_t nodes, const cluster::SystemParams& system,
                    std::vector<Fault>& faults) {
  if (system.is_from_file()) {
    if (system.nodes < nodes)
      faults.push_back({"nodes", std::to_string(nodes),
                        "up to " + std::to_string(system.nodes) + ", those of the system",
                        "lower it, or add nodes to the system file"});
    return;
  }
  try {
    cluster::plan_networks(system, nodes);
  } catch (const ConfigurationError& error) {
    faults.insert(faults.end(), error.faults().begin(), error.faults().end());
  }
}

}  // namespace flybar::experiments
