// The host bridge as the master of programmed I/O.
#include <gtest/gtest.h>

#include <array>
#include <deque>

#include "models/common/error.h"
#include "models/pci/chipsets.h"
#include "testbenches/tests/pci/world.h"

namespace flybar::pci {
namespace {

using namespace literals;

/// A CPU that writes one word after the other as fast as the bridge lets it.
struct Writes {
  Writes(World& world, int count) : done(static_cast<std::size_t>(count)) {
    for (int i = 0; i < count; ++i) {
      const auto address = World::kCard + static_cast<std::uint32_t>(i) * 32;
      world.bridge.write(0_ns, address, std::array<std::uint8_t, 4>{}, done[std::size_t(i)]);
    }
  }
  std::deque<Done> done;
};

// REQ# at 0, FRAME# 2, address phase, one wait: the word moves at 5, each further one 4 later.
TEST(PioWrite, CpuGoesOnAtOnceWhileABufferIsFree) {
  World world;

  Writes writes(world, 4);

  for (const Done& done : writes.done) EXPECT_EQ(done.at, 0_ns);
}

TEST(PioWrite, FifthWriteWaitsUntilTheFirstHasCompletedOnTheBus) {
  World world;

  Writes writes(world, 5);

  EXPECT_EQ(writes.done[4].at, Time::never());
  world.run();
  EXPECT_EQ(writes.done[4].at, world.clocks(5));
}

TEST(PioWrite, PostedWordsFollowEachOtherEveryFourClocks) {
  World world;

  Writes writes(world, 6);
  world.run();

  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(world.card.accesses.at(std::size_t(i)).last, world.clocks(5 + 4 * i));
  }
}

TEST(PioWrite, HandOverKeepsTheCpuBusy) {
  BridgeParams params = plain_bridge();
  params.pio_write_handover = 120_ns;
  params.pio_write_issue = 60_ns;
  World world(params);

  Writes writes(world, 1);
  world.run();

  EXPECT_EQ(writes.done[0].at, 120_ns);
  EXPECT_EQ(world.card.accesses.at(0).frame, 120_ns + 60_ns + world.clocks(2));
}

TEST(PioWrite, WriteThatWaitedForABufferIsIssuedAfterItGotOne) {
  BridgeParams params = plain_bridge();
  params.pio_buffers = 1;
  params.pio_write_issue = 60_ns;
  World world(params);

  Writes writes(world, 2);
  world.run();

  EXPECT_EQ(writes.done[1].at, world.clocks(7));
  EXPECT_EQ(world.card.accesses.at(1).frame, world.clocks(7 + 2 + 2));
}

BridgeParams one_buffer(Time issue) {
  BridgeParams params = plain_bridge();
  params.pio_buffers = 1;
  params.pio_write_handover = 120_ns;
  params.pio_write_issue = issue;
  return params;
}

/// The buffer gets free in clock 9, or later by the time of issue; the second write comes in clock
/// 8. Returns when that is accepted.
Time write_while_it_is_full(World& world) {
  Done accepted;
  Writes writes(world, 1);
  while (world.agenda.next() < world.clocks(8)) world.agenda.run_next();
  world.bridge.write(world.clocks(8), World::kCard, std::array<std::uint8_t, 4>{}, accepted);
  world.run();
  return accepted.at;
}

TEST(PioWrite, BufferThatGetsFreeDuringTheHandOverDoesNotShortenIt) {
  World world(one_buffer(0_ns));
  const Time accepted = write_while_it_is_full(world);

  EXPECT_EQ(accepted, world.clocks(8) + 120_ns);
}

TEST(PioWrite, BlockOf32BytesIsOneBurst) {
  World world;
  Done accepted;
  const auto block = pattern(32_B);

  world.bridge.write(0_ns, World::kCard + 64, block, accepted);
  world.run();

  EXPECT_EQ(world.card.accesses.at(0).words, 8u);
  EXPECT_TRUE(std::equal(block.begin(), block.end(), world.card.bytes.begin() + 64));
}

TEST(PioWrite, BridgeWithoutBurstsSplitsABlock) {
  BridgeParams params = plain_bridge();
  params.pio_burst = 4_B;
  World world(params);
  Done accepted;
  const auto block = pattern(32_B);

  world.bridge.write(0_ns, World::kCard + 64, block, accepted);
  world.run();

  EXPECT_EQ(world.card.accesses.size(), 8u);
  EXPECT_TRUE(std::equal(block.begin(), block.end(), world.card.bytes.begin() + 64));
}

TEST(PioWrite, RetryIsRepeatedTwoClocksLater) {
  World world;
  world.card.retries = 2;

  Writes writes(world, 1);
  world.run();

  EXPECT_EQ(world.bus.use().retries, 2);
  // Retry: FRAME# 2, STOP# 5. Two clocks off, two for arbitration: FRAME# 9, 16.
  EXPECT_EQ(world.card.accesses.at(0).frame, world.clocks(2 + 2 * 7));
}

TEST(PioWrite, DisconnectedBlockIsContinuedWhereItStopped) {
  World world;
  world.card.longest = 3;
  Done accepted;
  const auto block = pattern(32_B);

  world.bridge.write(0_ns, World::kCard, block, accepted);
  world.run();

  EXPECT_EQ(world.card.accesses.size(), 3u);
  EXPECT_TRUE(std::equal(block.begin(), block.end(), world.card.bytes.begin()));
}

TEST(PioRead, TakesRequestBusAndReturn) {
  World world;
  Done done;
  std::array<std::uint8_t, 4> word{};

  world.bridge.read(0_ns, World::kCard, word, done);
  world.run();

  EXPECT_EQ(done.at, 90_ns + world.clocks(5) + 60_ns);
}

TEST(PioRead, ReturnsTheBytesAtItsAddress) {
  World world;
  Done done;
  world.card.bytes = pattern(64_KB);
  std::array<std::uint8_t, 12> words{};

  world.bridge.read(0_ns, World::kCard + 4, words, done);
  world.run();

  EXPECT_TRUE(std::equal(words.begin(), words.end(), world.card.bytes.begin() + 4));
}

TEST(PioRead, GrowsToTheSmallestReadOfTheChipSet) {
  BridgeParams params = plain_bridge();
  params.pio_min_read = 8_B;
  World world(params);
  Done done;
  world.card.bytes = pattern(64_KB);
  std::array<std::uint8_t, 4> word{};

  world.bridge.read(0_ns, World::kCard + 12, word, done);
  world.run();

  EXPECT_EQ(world.card.accesses.at(0).address, World::kCard + 8);
  EXPECT_EQ(world.card.accesses.at(0).words, 2u);
  EXPECT_TRUE(std::equal(word.begin(), word.end(), world.card.bytes.begin() + 12));
}

TEST(PioRead, WaitsForTheWritesBeforeIt) {
  World world;
  Done done;
  std::array<std::uint8_t, 4> word{};

  Writes writes(world, 4);
  world.bridge.read(0_ns, World::kCard, word, done);
  world.run();

  EXPECT_FALSE(world.card.accesses.at(4).write);
  EXPECT_EQ(done.at, world.clocks(5 + 4 * 4) + 60_ns);
}

TEST(PioRead, SeesWhatTheWriteBeforeItWrote) {
  World world;
  Done accepted;
  Done done;
  const auto sent = pattern(4_B);
  std::array<std::uint8_t, 4> word{};

  world.bridge.write(0_ns, World::kCard, sent, accepted);
  world.bridge.read(0_ns, World::kCard, word, done);
  world.run();

  EXPECT_TRUE(std::equal(sent.begin(), sent.end(), word.begin()));
}

TEST(PioRead, OfAnAddressWithoutACardReturnsOnes) {
  World world;
  Done done;
  std::array<std::uint8_t, 4> word{};

  world.bridge.read(0_ns, 0x4000'0000, word, done);
  world.run();

  EXPECT_EQ(word, (std::array<std::uint8_t, 4>{0xff, 0xff, 0xff, 0xff}));
  EXPECT_EQ(world.bus.use().aborts, 1);
}

TEST(PioBarrier, WithNothingPostedIsOverAtOnce) {
  World world;
  Done drained;

  world.bridge.barrier(70_ns, drained);
  world.run();

  EXPECT_EQ(drained.at, 70_ns);
}

TEST(PioBarrier, EndsWithTheLastPostedWrite) {
  World world;
  Done drained;

  Writes writes(world, 3);
  world.bridge.barrier(0_ns, drained);
  world.run();

  EXPECT_EQ(drained.at, world.card.accesses.at(2).last);
}

TEST(Pio, WaitsForTheLatencyTimerOfARunningDma) {
  BusParams bus;
  bus.latency_timer = 64_cycles;
  World world(plain_bridge(), bus);
  Done done;
  std::array<std::uint8_t, 4> word{};

  world.dma().write(0_ns, 0, pattern(8_KB));
  world.bridge.read(0_ns, World::kCard, word, done);
  world.run();

  EXPECT_EQ(world.card.accesses.at(0).frame, world.clocks(2 + 64 + 1));
}

TEST(Pio, AccessAcrossTwoBlocksStopsTheRun) {
  World world;
  Done done;

  EXPECT_THROW(world.bridge.write(0_ns, World::kCard + 28, std::array<std::uint8_t, 8>{}, done),
               SimulationError);
}

TEST(Pio, AlcorReadsAWordInAbout420ns) {
  World world(cia());
  Done done;
  std::array<std::uint8_t, 4> word{};

  world.card.wait = 4_cycles;  // what a NIC's SRAM may take
  world.bridge.read(0_ns, World::kCard, word, done);
  world.run();

  EXPECT_NEAR(done.at.us(), 0.42, 0.03);
}

TEST(PioWrite, RestAfterADisconnectIsAskedForTwoClocksLater) {
  World world;
  world.card.longest = 3;
  Done accepted;

  world.bridge.write(0_ns, World::kCard, pattern(32_B), accepted);
  world.run();

  EXPECT_EQ(world.card.accesses.at(0).last, world.clocks(7));
  EXPECT_EQ(world.card.accesses.at(1).frame, world.clocks(7 + 2 + 2));
}

TEST(PioWrite, WriteWhoseBufferGetsFreeDuringTheHandOverIsIssuedBehindIt) {
  World world(one_buffer(60_ns));
  write_while_it_is_full(world);

  EXPECT_EQ(world.card.accesses.at(1).frame, world.clocks(8 + 4 + 2 + 2));
}

}  // namespace
}  // namespace flybar::pci
