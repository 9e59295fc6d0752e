#include <gtest/gtest.h>

#include "testbenches/myrinet/world.h"

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
  EXPECT_EQ(world.network.switch_at(0).counters(0).spoilt_bytes, 0u);
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

TEST_F(FlowTest, SenderThatIgnoresStopSpoilsBytes) {
  elaborate();
  world.stations[0].obeys_stop = false;
  world.stations[0].send(0_us, world.packet(0, 1, counting(400)));
  stop_receiver(0_us, 10_us);

  world.run(30_us);

  const Data got = world.stations[1].packets().at(0);
  EXPECT_EQ(got.size(), 401u);
  EXPECT_NE(crc8(0, got), 0);
  EXPECT_EQ(world.network.switch_at(0).counters(0).spoilt_bytes, 402u - 81u);
}

TEST_F(FlowTest, TimeStoppedIsCounted) {
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 1, counting(40)));
  stop_receiver(0_us, 10_us);

  world.run(20_us);

  EXPECT_EQ(world.network.switch_at(0).counters(1).stopped, 10_us + kCable - kCable - 300_ns);
  EXPECT_EQ(world.network.sent(1).stops, 1u);
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
