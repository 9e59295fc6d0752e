// The host bridge as the target of DMA: schedules, disconnects, retries, data.
#include <gtest/gtest.h>

#include "models/common/error.h"
#include "testbenches/tests/pci/world.h"

namespace flybar::pci {
namespace {

using namespace literals;

TEST(Dma, ReadLosesItsLatencyBetweenAddressPhaseAndFirstData) {
  World world;  // 8 clocks

  world.dma().read(0_ns, 0, 16_B);
  world.run();

  EXPECT_EQ(world.dma().moves.at(0).first_data, world.clocks(2 + 1 + 8 + 1));
  EXPECT_EQ(world.dma().finished, world.clocks(2 + 1 + 8 + 4));
}

TEST(Dma, WriteLosesOneDecodeClock) {
  World world;

  world.dma().write(0_ns, 0, pattern(16_B));
  world.run();

  EXPECT_EQ(world.dma().finished, world.clocks(2 + 1 + 1 + 4));
}

/// What the clock of the bus relieves of a write of four data phases by a master that needs so long
/// for each.
MasterUse use_of_a_write(Time phase) {
  World::pace = {"card.clock", phase};
  World world;
  world.dma().write(0_ns, 0, pattern(16_B));
  world.run();
  return world.bus.masters().at(0);
}

TEST(Dma, HalvesWithTheClockOfTheBusIfTheMasterNeedsHalfOfIt) {
  const MasterUse use = use_of_a_write(15_ns);
  EXPECT_EQ(use.with_clock, use.busy);
  EXPECT_EQ(use.with_relief, Time());
}

TEST(Dma, KeepsItsDataPhasesOnAFasterBusIfTheMasterNeedsAllOfThem) {
  const MasterUse use = use_of_a_write(30_ns);
  EXPECT_EQ(use.with_clock, use.busy - 4 * 30_ns);
}

TEST(Dma, WaitStateStretchesEveryDataPhase) {
  BridgeParams params = plain_bridge();
  params.write_wait = 1_cycles;
  World world(params);

  world.dma().write(0_ns, 0, pattern(16_B));
  world.run();

  EXPECT_EQ(world.dma().finished, world.clocks(2 + 1 + 1 + 4 * 2));
}

TEST(Dma, SlowMemoryDelaysReadDataByWholeClocks) {
  World world;
  world.memory.read_delay = 31_ns;

  world.dma().read(0_ns, 0, 16_B);
  world.run();

  EXPECT_EQ(world.dma().moves.at(0).first_data, world.clocks(2 + 1 + 8 + 1 + 2));
}

TEST(Dma, ReadUpToTheBoundaryIsOneTransaction) {
  BridgeParams params = plain_bridge();
  params.read_disconnect = 64_B;
  World world(params);

  world.dma().read(0_ns, 64, 64_B);
  world.run();

  EXPECT_EQ(world.dma().moves.size(), 1u);
}

TEST(Dma, ReadOneWordBeyondTheBoundaryIsTwo) {
  BridgeParams params = plain_bridge();
  params.read_disconnect = 64_B;
  World world(params);

  world.dma().read(0_ns, 64, 68_B);
  world.run();

  EXPECT_EQ(world.dma().moves.at(0).words, 16u);
  EXPECT_EQ(world.dma().moves.at(1).words, 1u);
}

TEST(Dma, BoundaryCountsFromAddressZeroNotFromTheStart) {
  BridgeParams params = plain_bridge();
  params.write_disconnect = 64_B;
  World world(params);

  world.dma().write(0_ns, 60, pattern(64_B));
  world.run();

  EXPECT_EQ(world.dma().moves.at(0).words, 1u);
  EXPECT_EQ(world.dma().moves.at(1).words, 15u);
}

TEST(Dma, OnlyWhatTheBridgePrefetchesIsReadFromMemory) {
  BridgeParams params = plain_bridge();
  params.read_disconnect = 64_B;
  World world(params);

  world.dma().read(0_ns, 0, 4_KB);
  world.agenda.run_next();

  EXPECT_EQ(world.memory.accesses.at(0).length, 64_B);
  EXPECT_EQ(world.memory.accesses.at(0).at, world.clocks(3)) << "after the address phase";
}

TEST(Dma, WrittenDataReachesMemoryWithTheLastDataPhase) {
  World world;

  world.dma().write(0_ns, 4096, pattern(64_B));
  world.run();

  EXPECT_EQ(world.memory.accesses.size(), 1u);
  EXPECT_EQ(world.memory.accesses.at(0).at, world.dma().finished);
  EXPECT_EQ(world.memory.accesses.at(0).length, 64_B);
}

BridgeParams recovering(Time recovery, std::int64_t buffers) {
  BridgeParams params = plain_bridge();
  params.write_disconnect = 64_B;
  params.write_buffers = buffers;
  params.write_recovery = recovery;
  return params;
}

// A write of 64 B ends at clock 20; the next address phase is 24 to 25.
TEST(Dma, WriteIsAcceptedWhenTheBufferIsFreeAtTheEndOfItsAddressPhase) {
  World world(recovering(5 * 30_ns, 1));

  world.dma().write(0_ns, 0, pattern(128_B));
  world.run();

  EXPECT_TRUE(world.dma().retries.empty());
}

TEST(Dma, WriteThatComesOneClockEarlierGetsRetryAndThenSucceeds) {
  World world(recovering(6 * 30_ns, 1));

  world.dma().write(0_ns, 0, pattern(128_B));
  world.run();

  EXPECT_EQ(world.dma().retries, std::vector{world.clocks(24 + 3)});
  EXPECT_EQ(world.dma().moves.at(1).first_data, world.clocks(27 + 2 + 2 + 3));
  EXPECT_EQ(world.recorder.activities.at(1).label, "retry");
  EXPECT_EQ(world.bus.use().retries, 1);
}

TEST(Dma, SecondBufferTakesTheWriteThatOneWouldRefuse) {
  World world(recovering(6 * 30_ns, 2));

  world.dma().write(0_ns, 0, pattern(128_B));
  world.run();

  EXPECT_TRUE(world.dma().retries.empty());
}

TEST(Dma, OtherMasterUsesTheBusWhileOneIsRetried) {
  World world(recovering(1_us, 1), {}, 2);

  world.dma(0).write(0_ns, 0, pattern(128_B));
  world.dma(1).read(world.clocks(24), 8192, 64_B);
  world.run();

  const Activity& next = world.recorder.activities.at(2);
  EXPECT_EQ(world.recorder.who(next), "bus.dma1");
  EXPECT_EQ(next.begin, world.dma(0).retries.at(0) + world.clocks(1));
}

TEST(Dma, ReadOfMemoryThatIsNotThereIsReported) {
  World world;
  world.memory.bytes.resize(4096);

  world.dma().read(0_ns, 8192, 64_B);
  world.run();

  EXPECT_EQ(world.dma().failure, tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

TEST(Dma, WriteToMemoryThatIsNotThereStopsTheRun) {
  World world;
  world.memory.bytes.resize(4096);

  world.dma().write(0_ns, 8192, pattern(64_B));

  EXPECT_THROW(world.run(), SimulationError);
}

TEST(Dma, BytesKeepTheirAddressesBothWays) {
  World world;
  const auto sent = pattern(256_B);

  world.dma().write(0_ns, 512, sent);
  world.run();
  world.dma().read(100_us, 512, 256_B);
  world.run();

  EXPECT_TRUE(std::equal(sent.begin(), sent.end(), world.memory.bytes.begin() + 512));
  EXPECT_EQ(world.dma().data, sent);
}

TEST(Dma, MemoryTakesOneBufferedWriteAfterTheOther) {
  World world(recovering(27 * 30_ns, 2));

  world.dma().write(0_ns, 0, pattern(256_B));
  world.run();

  // Buffers are free at 47 and 74; the fourth write comes at 68 to 69.
  EXPECT_EQ(world.dma().retries.size(), 1u);
}

}  // namespace
}  // namespace flybar::pci
