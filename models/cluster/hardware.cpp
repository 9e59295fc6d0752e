#include "models/cluster/hardware.h"

#include <exception>

#include "models/host/waiting/who_waits.h"

namespace flybar::cluster {

Hardware::Hardware(sc_core::sc_module_name module_name, const SystemParams& params,
                   const myrinet::Topology& topology, Observer& observer)
    : sc_module(module_name),
      network_("network", topology, params.shared.get<myrinet::NetworkParams>(), observer),
      scheduler_("scheduler", network_) {
  for (std::size_t n = 0; n < network_.nodes(); ++n) {
    Node& node = nodes_.emplace_back(("node" + std::to_string(n)).c_str(), params.node(n),
                                     params.shared, observer);
    node.board->connect(network_, n);
    scheduler_.add(*node.board, node.agenda, node.kernel);
  }
}

void Hardware::run() {
  try {
    run_kernel();
  } catch (...) {
    for (Node& node : nodes_) catch_up_before_stop(node);
    throw;
  }
  for (Node& node : nodes_) node.board->catch_up(kernel_time());
}

void Hardware::run_kernel() {
  try {
    sc_core::sc_start();
  } catch (const sc_core::sc_report&) {  // what a process threw, without its type
    for (const Node& node : nodes_) node.cpu.rethrow();
    throw;
  }
  scheduler_.rethrow();
}

/// What stopped the run is what the user has to know, not what a chip does in its last rest.
void Hardware::catch_up_before_stop(Node& node) {
  try {
    node.board->catch_up(kernel_time());
  } catch (const std::exception&) {
    return;
  }
}

std::string Hardware::who_waits() const {
  std::vector<const host::Cpu*> cpus;
  for (const Node& node : nodes_) cpus.push_back(&node.cpu);
  return host::who_waits(cpus);
}

std::int64_t Hardware::nic_cycles() {
  std::int64_t sum = 0;
  for (Node& node : nodes_) sum += node.board->clock_at(kernel_time());
  return sum;
}

}  // namespace flybar::cluster
