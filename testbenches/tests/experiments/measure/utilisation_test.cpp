/// What a testbed says of how busy its nodes were.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "models/systems/systems.h"
#include "testbenches/experiments/page/messages.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {
namespace {

using namespace literals;

/// What the table says of a node.
double used(TrapezeStack& stack, std::size_t node, const std::string& column) {
  Results results;
  stack.account(results);
  const Table& table = results.tables.front();
  const auto at = std::find(table.columns.begin(), table.columns.end(), column);
  return table.rows.at(node).values.at(static_cast<std::size_t>(at - table.columns.begin()));
}

struct TwoHosts : testing::Test {
  cluster::SystemParams system = systems::defaults("trapeze");
  Observer observer;
  Context context{.system = system, .observer = observer};
  Testbed testbed{context, {}};
  TrapezeStack stack{testbed, {}};
};
using Utilisation = TwoHosts;

TEST_F(Utilisation, CountsFromWhereAndToWhereTheSoftwareOfANodeSays) {
  stack.run_on(0, [&](TrapezeStack::Host& host) {
    host.cpu.sleep(50_us);
    stack.count_from(0);
    host.cpu.spend(10_us, host::kPolling);
    stack.count_to(0);
    host.cpu.sleep(50_us);
  });
  testbed.run();

  EXPECT_EQ(stack.counted(0), 10_us);
  EXPECT_EQ(used(stack, 0, "CPU %"), 0);
  EXPECT_EQ(used(stack, 0, "polling %"), 100);
}

TEST_F(Utilisation, CountsMessagesThatFindTheReceiveRingFull) {
  constexpr std::uint32_t kMessages = trapeze::layout::kReceiveEntries + 5;
  stack.run_on(0, [&](TrapezeStack::Host& host) {
    SendFrames frames(host.memory, 1, 0_B);
    for (std::uint32_t i = 0; i < kMessages; ++i) send(host, frames, {1, 16_B, 0_B, i});
  });
  stack.run_on(1, [&](TrapezeStack::Host& host) { host.cpu.sleep(5_ms); });
  testbed.run();

  EXPECT_EQ(used(stack, 1, "received"), trapeze::layout::kReceiveEntries);
  EXPECT_EQ(used(stack, 1, "dropped"), 5);
}

}  // namespace
}  // namespace flybar::experiments
