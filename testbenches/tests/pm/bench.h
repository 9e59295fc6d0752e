/// PM on the nodes of a test bed, with random traffic on one or more channels of each.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/pm/pm_stack.h"
#include "testbenches/tests/agree/lockstep/scenario.h"
#include "testbenches/tests/pm/traffic.h"

namespace flybar::pm {

/// A system, and what its processes do.
struct TrafficSystem {
  lockstep::Scenario machine;  ///< its wiring, its settings, and how many nodes it has
  unsigned channels = 1;
  TrafficPlan plan;
  Time patience = Time::ms(3000);

  void set(const std::string& key, const std::string& value) { machine.set(key, value); }
  std::string text() const;
};

class TrafficBench {
 public:
  explicit TrafficBench(const TrafficSystem& system, const experiments::Context& context);

  /// Ends when all processes are done, and `at_end` with them.
  void run(const host::Software& at_end = [](host::Cpu&) {});

  experiments::Testbed& testbed() { return testbed_; }
  const experiments::PmStack& stack() const { return stack_; }
  /// Of all channels of node `n`.
  ChannelTraffic::Counters counters(std::size_t n) const;
  ChannelTraffic::Counters counters() const;

 private:
  void run_on(std::size_t n);

  const TrafficSystem system_;
  experiments::Testbed testbed_;
  experiments::PmStack stack_;
  std::deque<Channel> more_channels_;
  std::vector<std::vector<Channel*>> channels_;      ///< of each node
  std::vector<std::deque<ChannelTraffic>> traffic_;  ///< likewise
  std::size_t ready_ = 0, running_ = 0;
  host::Software at_end_;
};

}  // namespace flybar::pm
