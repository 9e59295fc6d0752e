/// As many nodes as routes allow, on a tree of switches.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "models/myrinet/plan.h"
#include "models/systems/systems.h"
#include "testbenches/tests/agree/lockstep/traffic.h"
#include "testbenches/tests/child.h"

namespace flybar::lockstep {
namespace {

constexpr std::size_t kNodes = 64;
constexpr std::size_t kSwitchPorts = 16;
constexpr std::int64_t kMostPerNode = 32 * 1024 * 1024;

/// Memory of this process that is really there, in bytes.
std::int64_t resident() {
  std::ifstream file("/proc/self/statm");
  std::int64_t all = 0, here = 0;
  file >> all >> here;
  return here * 4096;
}

/// Every node sends pages to its neighbour and to the node opposite.
std::vector<NodePlan> plans(std::size_t nodes) {
  std::vector<NodePlan> all(nodes);
  for (std::size_t n = 0; n < nodes; ++n) {
    all[n].begin = Time::ms(1);
    for (const std::size_t distance : {std::size_t{1}, nodes / 2, std::size_t{1}, nodes / 2}) {
      Message message;
      message.to = static_cast<trapeze::Node>((n + distance) % nodes);
      message.control = Bytes(32);
      message.payload = Bytes(8192);
      all[n].messages.push_back(message);
      ++all[message.to].expected;
    }
  }
  return all;
}

/// Messages that arrived, and the memory that it took.
std::string run(std::size_t nodes) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  const cluster::SystemParams params = systems::defaults("trapeze");
  Observer nobody;
  const experiments::Context context{params, nobody, Stepping::kFast, {}, false, {}, {}};
  experiments::Testbed testbed(
      context, {.plans = {myrinet::planned(myrinet::switch_tree(nodes, kSwitchPorts))}});
  experiments::TrapezeStack stack(testbed, {});
  Ledger ledger(nodes);
  const std::vector<NodePlan> all = plans(nodes);
  std::deque<Station> stations;
  for (std::size_t n = 0; n < nodes; ++n) {
    Station& station = stations.emplace_back(all[n], ledger, false);
    stack.run_on(n, [&](experiments::TrapezeStack::Host& host) { station.run(host); });
  }
  testbed.run();
  return std::to_string(ledger.delivered()) + " " + std::to_string(resident());
}

struct Outcome {
  std::int64_t delivered = -1;
  std::int64_t bytes = 0;
};

Outcome outcome(std::size_t nodes) {
  const std::string answer = in_child([=] { return run(nodes); });
  Outcome found;
  std::istringstream(answer) >> found.delivered >> found.bytes;
  EXPECT_GE(found.delivered, 0) << answer;
  return found;
}

TEST(ManyNodes, OfATreeOfSwitchesExchangePages) {
  EXPECT_EQ(outcome(kNodes).delivered, 4 * static_cast<std::int64_t>(kNodes));
}

TEST(ManyNodes, TakeLittleMemoryEach) {
  const auto more = static_cast<std::int64_t>(kNodes - 2);
  const std::int64_t each = (outcome(kNodes).bytes - outcome(2).bytes) / more;
  std::printf("%.1f MB each, with the pages that its host has touched\n",
              static_cast<double>(each) / 1048576);
  EXPECT_LT(each, kMostPerNode);
}

}  // namespace
}  // namespace flybar::lockstep
