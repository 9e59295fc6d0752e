#include "testbenches/tests/pm/bench.h"

#include <cstdio>

#include <fmt/format.h>

#include "models/common/error.h"
#include "models/common/systemc_time.h"
#include "models/myrinet/plan.h"

namespace flybar::pm {

using experiments::PmStack;

std::string TrafficSystem::text() const {
  std::string text =
      fmt::format("{} nodes, {} channels, {} operations to each other node, seed {}\n",
                  machine.nodes.size(), channels, plan.operations, plan.seed);
  for (const cluster::Setting& setting : machine.settings)
    text += setting.key + " = " + setting.text + "\n";
  return text;
}

TrafficBench::TrafficBench(const TrafficSystem& system, const experiments::Context& context)
    : system_(system),
      testbed_(context, {.nodes = system.machine.nodes.size(),
                         .plans = {myrinet::planned(system.machine.topology())},
                         .patience = system.patience}),
      stack_(testbed_),
      channels_(system.machine.nodes.size()),
      traffic_(system.machine.nodes.size()),
      running_(system.machine.nodes.size()) {
  for (std::size_t n = 0; n < channels_.size(); ++n) {
    channels_[n].push_back(&stack_.channel(n));
    for (unsigned c = 1; c < system_.channels; ++c)
      channels_[n].push_back(&more_channels_.emplace_back(stack_.nic(n), c));
  }
}

void TrafficBench::run(const host::Software& at_end) {
  at_end_ = at_end;
  for (std::size_t n = 0; n < channels_.size(); ++n)
    stack_.run_on(n, [this, n](PmStack::Host&) { run_on(n); });
  try {
    testbed_.run();
  } catch (const SimulationError& error) {
    for (const auto& node : traffic_)
      for (const ChannelTraffic& traffic : node)
        if (!traffic.done()) std::fputs(traffic.text().c_str(), stderr);
    throw;
  }
}

void TrafficBench::run_on(std::size_t n) {
  host::Cpu& cpu = testbed_.hardware().node(n).cpu;
  std::vector<ChannelTraffic*> all;
  for (std::size_t c = 0; c < channels_[n].size(); ++c) {
    if (c > 0) channels_[n][c]->open();
    all.push_back(&traffic_[n].emplace_back(*channels_[n][c], system_.plan, c));
  }
  run_all(all, cpu, [this] { testbed_.progress(); });
  cpu.in_step();
  if (--running_ == 0) at_end_(cpu);
}

ChannelTraffic::Counters TrafficBench::counters(std::size_t n) const {
  ChannelTraffic::Counters sum;
  for (const ChannelTraffic& traffic : traffic_[n]) {
    sum.messages += traffic.counters().messages;
    sum.writes += traffic.counters().writes;
    sum.errors += traffic.counters().errors;
  }
  return sum;
}

ChannelTraffic::Counters TrafficBench::counters() const {
  ChannelTraffic::Counters sum;
  for (std::size_t n = 0; n < traffic_.size(); ++n) {
    const ChannelTraffic::Counters one = counters(n);
    sum.messages += one.messages;
    sum.writes += one.writes;
    sum.errors += one.errors;
  }
  return sum;
}

}  // namespace flybar::pm
