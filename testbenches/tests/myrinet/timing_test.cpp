#include <gtest/gtest.h>

#include "testbenches/tests/myrinet/world.h"

namespace flybar::myrinet {
namespace {

using namespace literals;

constexpr Time kByte = 6250_ps;
constexpr Time kCable = 49200_ps;  // 10 m at 4.92 ns/m
constexpr Time kFallThrough = 300_ns;

TEST(Timing, DirectCableDelaysByItsLength) {
  World world(direct_cable(), {});
  elaborate();
  world.stations[0].send(1_us, with_crc({1, 2, 3}));

  world.run(2_us);

  ASSERT_EQ(world.stations[1].bytes.size(), 4u);
  EXPECT_EQ(world.stations[1].bytes[0].at, 1_us + kCable);
  EXPECT_EQ(world.stations[1].bytes[3].at, 1_us + kCable + 3 * kByte);
}

TEST(Timing, OneSwitchAddsItsFallThrough) {
  World world(one_switch(2, 8), {});
  elaborate();
  world.stations[0].send(1_us, world.packet(0, 1, {1, 2, 3}));

  world.run(2_us);

  ASSERT_EQ(world.stations[1].bytes.size(), 4u);
  EXPECT_EQ(world.stations[1].bytes[0].at, 1_us + kCable + kFallThrough + kCable);
  EXPECT_EQ(world.stations[1].bytes[3].at, world.stations[1].bytes[0].at + 3 * kByte);
}

TEST(Timing, TwoSwitchesAddTwoFallThroughsAndThreeCables) {
  World world(switch_chain(12, 8), {});
  elaborate();
  world.stations[0].send(1_us, world.packet(0, 11, {1, 2, 3}));

  world.run(4_us);

  ASSERT_EQ(world.stations[11].packets().size(), 1u);
  EXPECT_EQ(world.stations[11].bytes[0].at, 1_us + 3 * kCable + 2 * kFallThrough);
}

TEST(Timing, PacketOf8KBTakes51MicrosecondsAndTheDelay) {
  NetworkParams params;
  params.link.length = 500.0 / 4.92;  // 500 ns
  params.switches.slack = 512_B;
  World world(direct_cable(), params);
  elaborate();
  world.stations[0].send(0_us, counting(8192));

  world.run(60_us);

  ASSERT_EQ(world.stations[1].bytes.size(), 8192u);
  EXPECT_EQ(world.stations[1].bytes.back().at + kByte, 51'200_ns + 500_ns);
}

TEST(Timing, ByteThatWasLateDoesNotWaitForTheFallThroughTwice) {
  World world(one_switch(2, 8), {});
  elaborate();
  const Data packet = world.packet(0, 1, {1, 2});
  world.stations[0].send(0_us, {packet[0], packet[1]}, false);
  world.stations[0].send(1_us, {packet[2], packet[3]});

  world.run(3_us);

  EXPECT_EQ(world.stations[1].bytes[1].at, 1_us + 2 * kCable + kFallThrough - kByte);
}

TEST(Timing, NextPacketFollowsAfterAGap) {
  World world(one_switch(3, 8), {});
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 2, counting(20)));
  world.stations[1].send(0_us, world.packet(1, 2, counting(20)));

  world.run(3_us);

  const auto& bytes = world.stations[2].bytes;
  ASSERT_EQ(bytes.size(), 42u);
  EXPECT_TRUE(bytes[20].tail);
  EXPECT_EQ(bytes[21].at, bytes[20].at + 2 * kByte);
}

TEST(Timing, RouteToOneselfGoesThereAndBack) {
  World world(one_switch(2, 8), {});
  elaborate();
  EXPECT_EQ(world.network.route(1, 1), Data{0x80});
  world.stations[1].send(0_us, world.packet(1, 1, {9}));

  world.run(2_us);

  EXPECT_EQ(world.stations[1].packets(), std::vector<Data>{with_crc({9})});
}

}  // namespace
}  // namespace flybar::myrinet
