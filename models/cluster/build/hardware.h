/// A whole system, built from its parameters: nodes, the networks between them, and what runs them.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <systemc>

#include "models/cluster/build/networks.h"
#include "models/cluster/build/node.h"
#include "models/cluster/build/system_params.h"
#include "models/cluster/build/threads.h"
#include "models/cluster/run/scheduler.h"
#include "models/common/threads/crew.h"
#include "models/common/threads/joined_observer.h"

namespace flybar::cluster {

class Hardware : public sc_core::sc_module {
 public:
  /// `plans` are those of the networks, each with as many ports as cards are on it:
  /// plan_networks(), or those of a system file. `threads` share the work; threads_for() says how
  /// many may.
  Hardware(sc_core::sc_module_name name, const SystemParams& params, std::size_t nodes,
           const NetworkPlans& plans, Observer& observer, const Threads& threads = {});

  std::size_t nodes() const { return nodes_.size(); }
  /// The threads that share the work.
  const Crew& crew() const { return crew_; }
  Node& node(std::size_t n) { return nodes_[n]; }
  const Node& node(std::size_t n) const { return nodes_[n]; }
  /// The networks in the order of system.networks; the first.
  std::size_t networks() const { return networks_.size(); }
  const Network& network(std::size_t number = 0) const { return *networks_[number]; }
  /// That of a card, and its port there.
  const Network& network_of(std::size_t node, std::size_t card = 0) const {
    return *networks_[nodes_[node].seat(card).network];
  }
  /// See Network.
  void count_cables_from(Time from);
  /// What a card puts before a packet for that of another node on the same network.
  std::vector<std::uint8_t> route(std::size_t from, std::size_t to, std::size_t card = 0) const;

  /// A program of node `n`, in the order of their start. The run ends at the instant at which the
  /// last one of all nodes returns; no software acts behind that.
  void add_program(std::size_t n, host::Software body);
  /// That have not returned.
  std::size_t programs() const { return programs_; }
  /// Runs until all programs have returned, or some process of the kernel, or software after
  /// Cpu::in_step(), calls sc_stop(), or something throws, which this throws in turn. In each case
  /// cards that rest have counted their clocks up to that instant.
  void run();
  /// Who waits for whom on all nodes, one line for each process.
  std::string who_waits() const;
  /// Clocks that all cards together have passed by now.
  std::int64_t nic_cycles();

 private:
  void connect(std::size_t n, const std::vector<Networks::Place>& places);
  void run_kernel();
  static void catch_up_before_stop(Node& node);

  Crew crew_;
  std::optional<JoinedObserver> joined_;  ///< if there are several threads
  std::vector<std::unique_ptr<Network>> networks_;
  std::optional<Networks> several_;
  std::optional<Scheduler> scheduler_;
  std::deque<Node> nodes_;
  std::size_t programs_ = 0;
};

/// Plans each network of a system with `nodes` nodes, as the parameters say.
/// Throws ConfigurationError.
NetworkPlans plan_networks(const SystemParams& params, std::size_t nodes);

}  // namespace flybar::cluster
