/// What a testbed says of how busy its nodes were.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "testbenches/experiments/messages.h"
#include "testbenches/experiments/testbed.h"

namespace flybar::experiments {
namespace {

using namespace literals;

/// What the table says of a node.
double used(Testbed& testbed, std::size_t node, const std::string& column) {
  Results results;
  testbed.account(results);
  const Table& table = results.tables.front();
  const auto at = std::find(table.columns.begin(), table.columns.end(), column);
  return table.rows.at(node).values.at(static_cast<std::size_t>(at - table.columns.begin()));
}

struct TwoHosts : testing::Test {
  cluster::SystemParams system;
  Observer observer;
  Context context{.system = system, .observer = observer};
  Testbed testbed{context, {}};
};
using Utilisation = TwoHosts;

TEST_F(Utilisation, CountsFromWhereAndToWhereTheSoftwareOfANodeSays) {
  testbed.run_on(0, [&](Testbed::Host& host) {
    host.cpu.sleep(50_us);
    testbed.count_from(0);
    host.cpu.spend(10_us, host::kPolling);
    testbed.count_to(0);
    host.cpu.sleep(50_us);
  });
  testbed.run();

  EXPECT_EQ(testbed.counted(0), 10_us);
  EXPECT_EQ(used(testbed, 0, "CPU %"), 100);
}

TEST_F(Utilisation, CountsMessagesThatFindTheReceiveRingFull) {
  constexpr std::uint32_t kMessages = trapeze::layout::kReceiveEntries + 5;
  testbed.run_on(0, [&](Testbed::Host& host) {
    SendFrames frames(host.memory, 1, 0_B);
    for (std::uint32_t i = 0; i < kMessages; ++i) send(host, frames, {1, 16_B, 0_B, i});
  });
  testbed.run_on(1, [&](Testbed::Host& host) { host.cpu.sleep(5_ms); });
  testbed.run();

  EXPECT_EQ(used(testbed, 1, "received"), trapeze::layout::kReceiveEntries);
  EXPECT_EQ(used(testbed, 1, "dropped"), 5);
}

TEST_F(Utilisation, HasNoRowForANodeWhoseSoftwareTakesNoTime) {
  testbed.run_on(0, [](Testbed::Host& host) { host.cpu.sleep(1_us); });
  testbed.run_on(1, [](Testbed::Host&) {});
  testbed.run();

  Results results;
  testbed.account(results);
  EXPECT_EQ(results.tables.front().rows.size(), 1u);
}

}  // namespace
}  // namespace flybar::experiments
