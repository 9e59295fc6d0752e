#include "testbenches/experiments/measure/options.h"

#include "models/cluster/build/hardware.h"

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
    for (Fault fault : error.faults()) {
      if (fault.where.empty()) fault.where = "nodes";
      faults.push_back(std::move(fault));
    }
  }
}

}  // namespace flybar::experiments
