// How far nodes may run ahead. That nothing comes before is checked by every station at every call.
#include <gtest/gtest.h>

#include "models/common/error.h"
#include "testbenches/tests/myrinet/world.h"

namespace flybar::myrinet {
namespace {

using namespace literals;

constexpr Time kByte = 6250_ps;
constexpr Time kCable = 49200_ps;
constexpr Time kQuiet = 2 * kCable + 300_ns;

TEST(SafeTime, OfAQuietSwitchIsTheShortestWayOfAPacket) {
  World world(one_switch(2, 8), {});
  elaborate();
  EXPECT_EQ(world.network.safe_time(0), kQuiet);

  world.network.advance(10_ms);

  EXPECT_EQ(world.network.safe_time(0), 10_ms + kQuiet);
  EXPECT_TRUE(world.network.quiet());
}

TEST(SafeTime, OfADirectCableIsItsDelay) {
  World world(direct_cable(), {});
  world.network.advance(1_us);
  EXPECT_EQ(world.network.safe_time(1), 1_us + kCable);
}

/// Safe times in a quiet network do not count with what resumes a node that rests.
TEST(SafeTime, NetworkIsNotQuietInTheMiddleOfAPacket) {
  World world(one_switch(2, 8), {});
  elaborate();
  const Data packet = world.packet(0, 1, counting(8));
  world.stations[0].send(1_us, {packet.begin(), packet.begin() + 4}, false);
  world.stations[0].send(20_us, {packet.begin() + 4, packet.end()});

  world.run(19_us);
  EXPECT_FALSE(world.network.quiet());

  world.run(30_us);
  EXPECT_TRUE(world.network.quiet());
}

TEST(SafeTime, DirectCableIsNeverQuiet) {
  World world(direct_cable(), {});
  elaborate();

  for (const Time now : {1_us, 2_us, 3_us}) world.network.advance(now);

  EXPECT_FALSE(world.network.quiet());
}

TEST(SafeTime, OfANodeWhoseNeighbourIsSilentIsLater) {
  World world(one_switch(2, 8), {});
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 1, counting(8192)));
  world.run(10_us);
  const Time before = world.network.safe_time(0);

  world.network.guarantee(1, {.bytes = 14_us, .flow = 14_us});
  world.network.advance(world.reached);

  EXPECT_GE(world.network.safe_time(0), 14_us);
  EXPECT_LT(before, 11_us);
}

/// When echoes of what node 0 sends can reach it.
class EchoTest : public testing::Test {
 protected:
  EchoTest() {
    elaborate();
    world.network.on_echo = [this](std::size_t port, Time answer) {
      if (port == 0) told.push_back(answer);
    };
  }
  World world{one_switch(2, 8), {}};
  std::vector<Time> told;
};

TEST_F(EchoTest, IsAPacketButNotTheRestOfIt) {
  world.stations[0].longest = [] { return std::size_t{8}; };
  world.stations[0].send(1_us, world.packet(0, 1, counting(64)));
  world.stations[0].run(3_us);

  EXPECT_EQ(told, std::vector{1_us + 2 * kCable});
}

TEST_F(EchoTest, IsStopAndGo) {
  world.stations[0].send_flow(1_us, true);
  world.stations[0].send_flow(2_us, false);
  world.stations[0].run(3_us);

  EXPECT_EQ(told, (std::vector{1_us + 2 * kCable, 2_us + 2 * kCable}));
}

/// Node 0 has streamed to node 1 for 10 us.
class StreamSafeTimeTest : public testing::Test {
 protected:
  explicit StreamSafeTimeTest(std::size_t nodes = 2) : world(one_switch(nodes, 8), {}) {}
  void SetUp() override {
    elaborate();
    world.stations[0].send(0_us, world.packet(0, 1, counting(8192)));
    world.run(10_us);
  }
  World world;
};

TEST_F(StreamSafeTimeTest, OfTheReceiverIsTheWayOfItsOwnStop) {
  EXPECT_EQ(world.network.safe_time(1), 10_us + 2 * kCable);
}

TEST_F(StreamSafeTimeTest, OfTheSenderIsTheWayOfAStopThatFillsTheBuffer) {
  // 47 bytes in free flow; the byte that would have gone on is the first of 9 or 10 to the mark.
  EXPECT_GE(world.network.safe_time(0), 10_us + 2 * kCable + 8 * kByte);
  EXPECT_LE(world.network.safe_time(0), 10_us + 2 * kCable + 10 * kByte);
}

TEST_F(StreamSafeTimeTest, WithAGuaranteeIsTheWayOfAByte) {
  world.network.guarantee(1, {.flow = 10_us + 350_ns});
  world.network.advance(10_us);

  EXPECT_EQ(world.network.safe_time(1), 10_us + kQuiet - kByte);
  EXPECT_GE(world.network.safe_time(0), 10_us + kQuiet - kByte);
}

/// Node 0 is in the middle of a packet to node 1, which ends at 40 us.
class MiddleOfPacketTest : public testing::Test {
 protected:
  void SetUp() override {
    elaborate();
    const Data packet = world.packet(0, 1, counting(600));
    world.stations[0].send(0_us, {packet.begin(), packet.begin() + 400}, false);
    world.stations[0].send(40_us, {packet.begin() + 400, packet.end()});
    world.guarantees = true;
  }
  World world{one_switch(4, 8), {}};
};

TEST_F(MiddleOfPacketTest, NobodyElseIsReachedBeforeThePacketCanEnd) {
  world.run(10_us);
  EXPECT_GE(world.network.safe_time(2), 40_us + kQuiet);
}

TEST_F(MiddleOfPacketTest, WhoWaitsForItsOutputReachesNobodyElse) {
  world.stations[3].send(5_us, world.packet(3, 1, counting(600)));
  world.run(10_us);
  EXPECT_GE(world.network.safe_time(2), 12_us);
}

TEST_F(MiddleOfPacketTest, WhoIsStoppedForItIsHeldUntilItCanEnd) {
  world.stations[3].send(5_us, world.packet(3, 1, counting(600)));
  world.run(10_us);
  EXPECT_GE(world.network.safe_time(3), 40_us + kCable);
}

/// There is a node 2, which does nothing.
class SuspensionTest : public StreamSafeTimeTest {
 protected:
  SuspensionTest() : StreamSafeTimeTest(3) {}
};

TEST_F(SuspensionTest, SuspendedNodeKeepsNoOtherNodeWaiting) {
  world.network.guarantee(1, {.bytes = 40_us, .flow = 40_us});
  world.network.advance(world.reached);
  EXPECT_LT(world.network.safe_time(0), 11_us);

  world.network.suspend(2, 30_us);
  world.network.advance(world.reached);

  EXPECT_EQ(world.network.safe_time(0), 30_us + kQuiet);
}

TEST_F(SuspensionTest, SafeTimeOfASuspendedNodeIsWorkedOutWhenAskedFor) {
  world.network.suspend(2, 30_us);
  world.network.advance(std::vector{15_us, 15_us, Time()});
  const Time before = world.network.safe_time(2);
  world.network.advance(std::vector{20_us, 20_us, Time()});
  EXPECT_EQ(world.network.safe_time(2), before);

  world.network.refresh(2);

  EXPECT_GE(world.network.safe_time(2), 20_us);
}

TEST_F(SuspensionTest, NodeThatIsReachedRunsUntilThePacketHasEnded) {
  world.suspending = true;
  world.stations[1].send(12_us, world.packet(1, 2, counting(600)));
  std::vector<bool> suspended;
  for (const Time now : {12_us, 13_us, 20_us}) {
    world.run(now);
    suspended.push_back(world.network.suspended(2));
  }
  EXPECT_EQ(suspended, (std::vector{true, false, true}));
}

/// Its packet still holds the output.
TEST(Suspension, IsNotForANodeWhoseTailWasLost) {
  NetworkParams params;
  params.faults.lost_tails = 1;
  World world(one_switch(2, 8), params);
  elaborate();
  EXPECT_TRUE(world.network.unused(0));

  world.stations[0].send(0_us, world.packet(0, 1, counting(8)));
  world.run(10_us);

  EXPECT_FALSE(world.network.unused(0));
}

TEST_F(SuspensionTest, SuspendedNodeMayNotSend) {
  world.stations[2].send(20_us, world.packet(2, 1, counting(8)));
  world.network.suspend(2, 30_us);
  EXPECT_THROW(world.stations[2].run(25_us), SimulationError);
}

/// Node 2 streams to node 3, and nodes 0 and 1 wait for that.
TEST(SafeTime, OfNodesBehindABlockedPacketIsNoShorterThanTheirCable) {
  World world(one_switch(4, 8), {});
  elaborate();
  world.stations[2].send(0_us, world.packet(2, 3, counting(8192)));
  for (std::size_t node : {0, 1})
    world.stations[node].send(1_us, world.packet(node, 3, counting(8192)));

  for (Time now = 2_us; now < 60_us; now += 70_ns) {
    world.run(now);
    for (std::size_t node = 0; node < 4; ++node)
      ASSERT_GE(world.network.safe_time(node), now + kCable) << "node " << node;
  }
}

}  // namespace
}  // namespace flybar::myrinet
