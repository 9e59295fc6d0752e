// 64-bit transfers: what a data phase moves, and how the bus counts them.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "testbenches/tests/pci/world.h"

namespace flybar::pci {
namespace {

using namespace literals;

BusParams wide_bus(Cycles timer = 255_cycles) {
  BusParams params;
  params.width = Width::k64;
  params.latency_timer = timer;
  return params;
}

TEST(Wide, DataPhaseMovesEightBytes) {
  World world(plain_bridge(), wide_bus());
  world.dma().wide = true;
  world.dma().write(0_ns, 0, pattern(64_B));
  world.run();
  EXPECT_EQ(world.dma().finished, world.clocks(2 + 1 + 1 + 8));
  EXPECT_TRUE(std::ranges::equal(std::span(world.memory.bytes).first(64), pattern(64_B)));
}

TEST(Wide, TransferFromAnOddWordMovesOneWordFirst) {
  World world(plain_bridge(), wide_bus());
  world.dma().wide = true;
  world.dma().write(0_ns, 4, pattern(64_B));
  world.run();
  EXPECT_EQ(world.dma().finished, world.clocks(2 + 1 + 1 + 9));
}

TEST(Wide, LastWordOfAnOddNumberTakesADataPhase) {
  World world(plain_bridge(), wide_bus());
  world.dma().wide = true;
  world.dma().read(0_ns, 0, 68_B);
  world.run();
  EXPECT_EQ(world.dma().finished, world.clocks(2 + 1 + 8 + 9));
}

TEST(Wide, CardOf32BitMovesWordsOnABusOf64) {
  World world(plain_bridge(), wide_bus());
  world.dma().write(0_ns, 0, pattern(64_B));
  world.run();
  EXPECT_EQ(world.dma().finished, world.clocks(2 + 1 + 1 + 16));
}

TEST(Wide, CardOf64BitMovesWordsOnABusOf32) {
  World world;
  world.dma().wide = true;
  world.dma().write(0_ns, 0, pattern(64_B));
  world.run();
  EXPECT_EQ(world.dma().finished, world.clocks(2 + 1 + 1 + 16));
}

// FRAME# at clock 2, first data at 5. A timer of 32 runs out at 34: data phase 29, 60 words.
TEST(Wide, BurstThatEndsWithTheTimerIsNotCut) {
  World world(plain_bridge(), wide_bus(32_cycles), 2);
  world.dma(0).wide = true;
  world.dma(0).write(0_ns, 0, pattern(Bytes(60 * 4)));
  world.dma(1).write(world.clocks(1), 4096, pattern(4_B));
  world.run();
  EXPECT_EQ(world.dma(0).moves.size(), 1u);
}

TEST(Wide, BurstThatIsOneWordLongerIsCutAfterWholeDataPhases) {
  World world(plain_bridge(), wide_bus(32_cycles), 2);
  world.dma(0).wide = true;
  world.dma(0).write(0_ns, 0, pattern(Bytes(61 * 4)));
  world.dma(1).write(world.clocks(1), 4096, pattern(4_B));
  world.run();
  EXPECT_EQ(world.dma(0).moves.at(0).words, 60u);
  EXPECT_EQ(world.dma(0).moves.at(1).words, 1u);
}

}  // namespace
}  // namespace flybar::pci
