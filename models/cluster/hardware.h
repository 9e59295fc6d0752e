/// A whole system, built from its parameters: nodes, the network between them, and what runs them.
#pragma once

#include <deque>

#include <systemc>

#include "models/cluster/node.h"
#include "models/cluster/scheduler.h"
#include "models/cluster/system_params.h"
#include "models/myrinet/network.h"

namespace flybar::cluster {

class Hardware : public sc_core::sc_module {
 public:
  /// `topology` says how many nodes there are; node n is on port n.
  Hardware(sc_core::sc_module_name name, const SystemParams& params,
           const myrinet::Topology& topology, Observer& observer);

  std::size_t nodes() const { return nodes_.size(); }
  Node& node(std::size_t n) { return nodes_[n]; }
  const myrinet::Network& network() const { return network_; }

  /// Runs until some process calls sc_stop(), or nothing is left to do, or something throws, which
  /// this throws in turn. In each case chips that rest have counted their clocks up to that
  /// instant.
  void run();
  /// Who waits for whom on all nodes, one line for each process.
  std::string who_waits() const;
  /// Clocks that all chips together have passed by now.
  std::int64_t nic_cycles();
  const Scheduler& scheduler() const { return scheduler_; }

 private:
  void run_kernel();
  static void catch_up_before_stop(Node& node);

  myrinet::Network network_;
  Scheduler scheduler_;
  std::deque<Node> nodes_;
};

}  // namespace flybar::cluster
