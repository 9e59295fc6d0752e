// When a master that others wait for must give up the bus.
#include <gtest/gtest.h>

#include "testbenches/tests/pci/world.h"

namespace flybar::pci {
namespace {

using namespace literals;

BusParams timer(Cycles clocks) {
  BusParams params;
  params.latency_timer = clocks;
  return params;
}

// FRAME# at clock 2, first data at 5, word k at 5 + k. A timer of 32 runs out at 34: word 29.
TEST(LatencyTimer, BurstThatEndsWithTheTimerIsNotCut) {
  World world(plain_bridge(), timer(32_cycles), 2);

  world.dma(0).write(0_ns, 0, pattern(Bytes(30 * 4)));
  world.dma(1).write(world.clocks(1), 4096, pattern(4_B));
  world.run();

  EXPECT_TRUE(world.dma(0).stops.empty());
  EXPECT_EQ(world.dma(0).moves.at(0).words, 30u);
}

TEST(LatencyTimer, BurstThatIsOneWordLongerIsCutWhenSomeoneWaits) {
  World world(plain_bridge(), timer(32_cycles), 2);

  world.dma(0).write(0_ns, 0, pattern(Bytes(31 * 4)));
  world.dma(1).write(world.clocks(1), 4096, pattern(4_B));
  world.run();

  EXPECT_EQ(world.dma(0).stops, std::vector{world.clocks(34)});
  EXPECT_EQ(world.dma(0).moves.at(0).words, 30u);
  EXPECT_EQ(world.recorder.who(world.recorder.activities.at(1)), "bus.dma1");
  EXPECT_EQ(world.dma(0).moves.at(1).words, 1u);
}

TEST(LatencyTimer, NobodyWaitingMeansNoEnd) {
  World world(plain_bridge(), timer(0_cycles), 2);

  world.dma(0).write(0_ns, 0, pattern(64_KB));
  world.run();

  EXPECT_EQ(world.dma(0).moves.size(), 1u);
  EXPECT_EQ(world.dma(0).finished, world.clocks(4 + 16 * 1024));
}

TEST(LatencyTimer, AfterExpiryTheBusIsGivenUpOneArbitrationAfterTheRequest) {
  World world(plain_bridge(), timer(32_cycles), 2);

  world.dma(0).write(0_ns, 0, pattern(4_KB));
  world.dma(1).write(world.clocks(100), 4096, pattern(4_B));
  world.run();

  EXPECT_EQ(world.dma(0).moves.at(0).end, world.clocks(102));
  EXPECT_EQ(world.recorder.activities.at(1).begin, world.clocks(103));
}

TEST(LatencyTimer, DataPhaseUnderWayCompletes) {
  BridgeParams params = plain_bridge();
  params.write_wait = 3_cycles;  // data at 8, 12, 16, ...
  World world(params, timer(32_cycles), 2);

  world.dma(0).write(0_ns, 0, pattern(4_KB));
  world.dma(1).write(world.clocks(97), 4096, pattern(4_B));
  world.run();

  EXPECT_EQ(world.dma(0).moves.at(0).end, world.clocks(100));
}

TEST(LatencyTimer, MasterThatWaitedFirstStopsABurstFromItsStart) {
  World world(plain_bridge(), timer(0_cycles), 3);

  world.dma(0).write(0_ns, 0, pattern(4_KB));
  world.dma(1).write(world.clocks(50), 4096, pattern(64_B));
  world.dma(2).write(world.clocks(50), 8192, pattern(64_B));
  world.run();

  EXPECT_EQ(world.dma(1).moves.at(0).words, 1u) << "one data phase always completes";
}

TEST(LatencyTimer, WordsMovedBeforeAndAfterTheCutArriveOnce) {
  World world(plain_bridge(), timer(16_cycles), 2);
  const auto sent = pattern(4_KB);

  world.dma(0).write(0_ns, 0, sent);
  world.dma(1).read(world.clocks(7), 8192, 4_KB);
  world.run();

  EXPECT_GT(world.dma(0).moves.size(), 10u);
  EXPECT_TRUE(std::equal(sent.begin(), sent.end(), world.memory.bytes.begin()));
}

// FRAME# of the second at 13, first data at 16; a timer of 16 runs out at 29: word 13.
TEST(LatencyTimer, MasterThatHasWaitedSinceBeforeTheGrantStopsTheBurst) {
  World world(plain_bridge(), timer(16_cycles), 3);

  world.dma(0).write(0_ns, 0, pattern(32_B));
  world.dma(1).write(world.clocks(6), 4096, pattern(4_KB));
  world.dma(2).write(world.clocks(6), 8192, pattern(4_B));
  world.run();

  EXPECT_EQ(world.dma(1).moves.at(0).words, 14u);
}

}  // namespace
}  // namespace flybar::pci
