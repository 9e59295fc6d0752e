/// Streams between many hosts at once.
#include "testbenches/experiments/inet/netperf_many.h"

#include "testbenches/tests/experiments/inet/netperf_runs.h"

namespace flybar::experiments {
namespace {

TEST(NetperfMany, EveryPatternMovesItsBytes) {
  for (const std::string pattern : {"all-to-all", "incast", "pairs"}) {
    const Numbers run =
        experiments::run<NetperfMany>({{"nodes", "5"}, {"pattern", pattern}, {"amount", "64 KB"}});

    EXPECT_GT(run.at("throughput"), run.at("slowest")) << pattern;
    EXPECT_GT(run.at("slowest"), 1) << pattern;
    EXPECT_GT(run.at("fairness"), 0.5) << pattern;
    EXPECT_LE(run.at("fairness"), 1.000001) << pattern;
    EXPECT_EQ(run.at("retransmissions"), 0) << pattern;
    EXPECT_EQ(run.at("dropped"), 0) << pattern;
  }
}

TEST(NetperfMany, AmountsThatAreNoPagesArriveWhole) {
  EXPECT_GT(
      run<NetperfMany>({{"nodes", "3"}, {"amount", "50001 B"}, {"copy", "both"}}).at("throughput"),
      0);
}

TEST(NetperfMany, NamedCostsAddUpToTheCpuTime) {
  expect_sum(run<NetperfMany>({{"nodes", "3"}, {"amount", "64 KB"}}), "CPU time", "of a node %");
}

TEST(NetperfMany, FastAndEveryClockAgree) {
  const Settings tiny = {{"nodes", "3"}, {"amount", "24 KB"}};

  EXPECT_EQ(run<NetperfMany>(tiny), run<NetperfMany>(tiny, {.stepping = Stepping::kEveryClock}));
}

TEST(NetperfMany, SaysWhichNodeItsPatternLeavesOut) {
  const Settings pairs = {{"pattern", "pairs"}, {"amount", "64 KB"}};
  const std::string note =
      "note: node1 does nothing: the pattern has nobody for it to send to or receive from";
  const auto of = [&](const char* nodes) {
    Settings settings = pairs;
    settings.emplace_back("nodes", nodes);
    return run<NetperfMany>(settings);
  };

  EXPECT_TRUE(of("3").contains(note));
  EXPECT_FALSE(of("4").contains(note));
}

TEST(NetperfMany, RefusesOneNode) {
  const auto faults = Asked<NetperfMany>({{"nodes", "1"}}, {}).faults();

  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults.front().where, "nodes");
  EXPECT_EQ(faults.front().allowed, "2 .. 64");
}

}  // namespace
}  // namespace flybar::experiments
