#include <gtest/gtest.h>

#include "testbenches/tests/myrinet/world.h"

namespace flybar::myrinet {
namespace {

using namespace literals;

constexpr Time kByte = 6250_ps;
constexpr Time kCable = 49200_ps;
constexpr Time kThrough = 2 * kCable + 300_ns;  // node to node through one switch

/// Two nodes on a switch. Node 1 stops its sender from `stop` to `go`.
class FlowTest : public testing::Test {
 protected:
  void stop_receiver(Time stop, Time go) {
    world.stations[1].send_flow(stop, true);
    if (go != Time::never()) world.stations[1].send_flow(go, false);
  }
  World world{one_switch(2, 8), {}};
};

TEST_F(FlowTest, BytesInFreeFlowNeverCauseStop) {
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 1, counting(5000)));

  world.run(50_us);

  EXPECT_EQ(world.stations[1].packets().size(), 1u);
  EXPECT_TRUE(world.stations[0].flow.empty());
}

TEST_F(FlowTest, ByteWhoseTurnComesWithStopDoesNotGo) {
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 1, counting(40)));
  stop_receiver(kThrough + 10 * kByte - 2 * kCable, 10_us);  // at the switch with byte 10

  world.run(20_us);

  const auto& bytes = world.stations[1].bytes;
  ASSERT_EQ(bytes.size(), 41u);
  EXPECT_EQ(bytes[9].at, kThrough + 9 * kByte);
  EXPECT_EQ(bytes[10].at, 10_us + 2 * kCable);
}

TEST_F(FlowTest, ByteWhoseTurnComesBeforeStopGoes) {
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 1, counting(40)));
  stop_receiver(kThrough + 10 * kByte - 2 * kCable + 1_ps, 10_us);

  world.run(20_us);

  EXPECT_EQ(world.stations[1].bytes[10].at, kThrough + 10 * kByte);
  EXPECT_EQ(world.stations[1].bytes[11].at, 10_us + 2 * kCable);
}

TEST_F(FlowTest, StopTravelsUpstreamWhenTheBufferFills) {
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 1, counting(400)));
  stop_receiver(0_us, 10_us);

  world.run(30_us);

  // The route byte has left. 57 bytes have arrived after 57 byte times and the cable.
  ASSERT_GE(world.stations[0].flow.size(), 2u);
  EXPECT_EQ(world.stations[0].flow[0], (FlowSeen{2 * kCable + 57 * kByte, true}));
  // Until it has an effect, 16 more arrive. Of these 72, the 33rd leaves 39 behind.
  EXPECT_EQ(world.stations[0].flow[1], (FlowSeen{10_us + 2 * kCable + 32 * kByte, false}));
  EXPECT_EQ(world.stations[1].packets(), std::vector<Data>{with_crc(counting(400))});
  EXPECT_EQ(world.network.switches()[0].counters(0).spoilt_bytes, 0u);
}

/// A node that its own STOP keeps from getting anything runs ahead of what it is sure of.
TEST_F(FlowTest, GoBeyondWhatIsSureIsNotTakenBefore) {
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 1, counting(400)));
  stop_receiver(1_us, 10_us);
  world.run(6_us);
  world.stations[1].run(10_us + 1_ps);
  for (const Time sure : {7_us, 8_us}) {
    world.reached[1] = sure;
    world.network.advance(world.reached);
  }
  world.run(30_us);

  const auto& bytes = world.stations[1].bytes;
  const auto next = std::find_if(bytes.begin(), bytes.end(),
                                 [](const ByteSeen& byte) { return byte.at >= 2_us; });
  EXPECT_EQ(next->at, 10_us + 2 * kCable);
}

/// Node 0 ignores STOP. Until GO, nothing but the route byte may leave the switch.
class OverflowTest : public FlowTest {
 protected:
  Data got_of(const Data& content, Time go = 10_us) {
    elaborate();
    world.stations[0].obeys_stop = false;
    world.stations[0].send(0_us, world.packet(0, 1, content));
    stop_receiver(0_us, go);
    world.run(30_us);
    return world.stations[1].packets().at(0);
  }
  std::uint64_t spoilt() const { return world.network.switches()[0].counters(0).spoilt_bytes; }
};

TEST_F(OverflowTest, AsManyBytesAsTheBufferHoldsAreWhole) {
  EXPECT_EQ(got_of(counting(79)), with_crc(counting(79)));
  EXPECT_EQ(spoilt(), 0u);
}

TEST_F(OverflowTest, OneByteMoreIsInverted) {
  Data expected = with_crc(counting(80));
  expected.back() ^= 0xff;

  EXPECT_EQ(got_of(counting(80)), expected);
  EXPECT_EQ(spoilt(), 1u);
}

TEST_F(OverflowTest, EveryByteThatFindsNoRoomIsInverted) {
  Data expected = with_crc(counting(400));
  for (std::size_t i = 80; i < expected.size(); ++i) expected[i] ^= 0xff;

  EXPECT_EQ(got_of(counting(400)), expected);
  EXPECT_EQ(spoilt(), 402u - 81u);
}

/// Bytes 1 to 80 are in the buffer, and all of byte 81 has arrived when byte 1 leaves.
TEST_F(OverflowTest, ByteThatHasArrivedWhenAnotherLeavesFindsRoom) {
  EXPECT_EQ(got_of(counting(400), 82 * kByte), with_crc(counting(400)));
  EXPECT_EQ(spoilt(), 0u);
}

TEST_F(OverflowTest, ByteThatHasArrivedAPicosecondBeforeAnotherLeavesFindsNone) {
  got_of(counting(400), 82 * kByte + 1_ps);
  EXPECT_EQ(spoilt(), 402u - 81u);
}

/// The packet of node 1 holds the output, so that the route byte of the other takes room too.
TEST(Overflow, RouteByteThatWaitsForItsOutputTakesTheRoomOfAByte) {
  World world(one_switch(3, 8), {});
  elaborate();
  world.stations[0].obeys_stop = false;
  world.stations[0].send(100_ns, world.packet(0, 2, counting(79)));
  world.stations[1].send(0_us, world.packet(1, 2, counting(400)));
  Data expected = with_crc(counting(79));
  expected.back() ^= 0xff;

  world.run(30_us);

  EXPECT_EQ(world.stations[2].packets().at(1), expected);
  EXPECT_EQ(world.network.switches()[0].counters(0).spoilt_bytes, 1u);
}

TEST_F(FlowTest, TimeStoppedIsCounted) {
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 1, counting(40)));
  stop_receiver(0_us, 10_us);

  world.run(20_us);

  EXPECT_EQ(world.network.switches()[0].counters(1).stopped, 10_us + kCable - kCable - 300_ns);
  EXPECT_EQ(world.network.counters_from(1).stops, 1u);
}

TEST(Flow, StopOfSwitchesHoldsAChainBack) {
  World world(switch_chain(12, 8), {});
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 11, counting(3000)));
  world.stations[11].send_flow(0_us, true);
  world.stations[11].send_flow(50_us, false);

  world.run(100_us);

  EXPECT_EQ(world.stations[11].packets(), std::vector<Data>{with_crc(counting(3000))});
  EXPECT_TRUE(world.stations[0].flow.at(0).stop);
  // Three byte buffers hold no more than what they may: two slack buffers.
  std::size_t early = 0;
  for (const ByteSeen& byte : world.stations[0].sent) early += byte.at < 50_us;
  EXPECT_LE(early, 2u * 80u);
}

}  // namespace
}  // namespace flybar::myrinet
