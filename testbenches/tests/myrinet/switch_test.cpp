#include <gtest/gtest.h>

#include "models/myrinet/shape/route_byte.h"
#include "models/myrinet/switch/round_robin.h"
#include "testbenches/tests/myrinet/world.h"
#include "testbenches/tests/named_tracks.h"

namespace flybar::myrinet {
namespace {

using namespace literals;

constexpr Time kByte = 6250_ps;

TEST(RoundRobin, TakesTheFirstBehindTheLast) {
  EXPECT_EQ(round_robin(0b0110, 0), 1u);
  EXPECT_EQ(round_robin(0b0110, 1), 2u);
  EXPECT_EQ(round_robin(0b0110, 2), 1u);
  EXPECT_EQ(round_robin(0b0100, 2), 2u);
}

TEST(Arbitration, InputsTakeTurns) {
  World world(one_switch(4, 8), {});
  elaborate();
  for (int round = 0; round < 5; ++round)
    for (std::uint8_t p = 0; p < 3; ++p)
      world.stations[p].send(0_us, world.packet(p, 3, Data(100, p)));

  world.run(50_us);

  const auto packets = world.stations[3].packets();
  ASSERT_EQ(packets.size(), 15u);
  for (std::size_t i = 3; i < 15; ++i) EXPECT_EQ(packets[i], packets[i - 3]);
  EXPECT_NE(packets[0], packets[1]);
  EXPECT_NE(packets[0], packets[2]);
}

TEST(Arbitration, WhoComesFirstGoesFirst) {
  World world(one_switch(3, 8), {});
  elaborate();
  world.stations[0].send(1_ps, world.packet(0, 2, {0}));
  world.stations[1].send(0_us, world.packet(1, 2, {1}));

  world.run(5_us);

  EXPECT_EQ(world.stations[2].packets(), (std::vector<Data>{with_crc({1}), with_crc({0})}));
}

TEST(Arbitration, TimeBlockedIsCounted) {
  World world(one_switch(3, 8), {});
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 2, counting(97)));
  world.stations[1].send(0_us + kByte, world.packet(1, 2, counting(97)));

  world.run(5_us);

  // 98 bytes and the turn of the route byte, less the head start.
  EXPECT_EQ(world.network.switches()[0].counters(1).blocked, 98 * kByte);
}

TEST(Arbitration, PacketToAFreeOutputPassesABlockedOne) {
  World world(one_switch(4, 8), {});
  elaborate();
  world.stations[2].send_flow(0_us, true);
  world.stations[0].send(0_us, world.packet(0, 2, counting(500)));
  world.stations[1].send(1_us, world.packet(1, 3, counting(500)));

  world.run(20_us);

  EXPECT_TRUE(world.stations[2].bytes.empty());
  EXPECT_EQ(world.stations[3].packets().size(), 1u);
}

TEST(Drops, PacketWithoutRouteIsConsumed) {
  World world(one_switch(2, 8), {});
  elaborate();
  world.stations[0].send(0_us, with_crc(Data(300, 0x05)));
  world.stations[0].send(0_us, world.packet(0, 1, {1}));

  world.run(10_us);

  EXPECT_EQ(world.network.switches()[0].counters(0).dropped(Drop::kNoRoute), 1u);
  EXPECT_EQ(world.stations[1].packets(), std::vector<Data>{with_crc({1})});
}

TEST(Drops, PacketToAPortWithoutCableIsConsumed) {
  World world(one_switch(2, 8), {});
  elaborate();
  world.stations[0].send(0_us, with_crc({route_byte(0, 5), 1, 2}));
  world.stations[0].send(0_us, with_crc({route_byte(0, 60), 1, 2}));

  world.run(10_us);

  EXPECT_EQ(world.network.switches()[0].counters(0).dropped(Drop::kNoPort), 2u);
  EXPECT_TRUE(world.network.quiet());
}

TEST(Drops, PacketOfARouteByteAloneIsConsumed) {
  World world(one_switch(2, 8), {});
  elaborate();
  world.stations[0].send(0_us, world.network.route(0, 1));

  world.run(10_us);

  EXPECT_EQ(world.network.switches()[0].counters(0).dropped(Drop::kEmpty), 1u);
  EXPECT_TRUE(world.stations[1].bytes.empty());
}

TEST(CrcPerHop, GoodPacketStaysGoodOverManySwitches) {
  World world(switch_chain(40, 8), {});
  elaborate();
  EXPECT_EQ(world.network.route(0, 39).size(), 7u);
  world.stations[0].send(0_us, world.packet(0, 39, counting(100)));

  world.run(10_us);

  EXPECT_EQ(world.stations[39].packets(), std::vector<Data>{with_crc(counting(100))});
}

TEST(CrcPerHop, EverySingleWrongBitStaysVisible) {
  World world(switch_chain(12, 8), {});
  elaborate();
  const Data good = world.packet(0, 11, counting(10));
  for (std::size_t bit = 16; bit < good.size() * 8; ++bit) {
    Data bad = good;
    bad[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    world.stations[0].send(0_us, bad);
  }

  world.run(50_us);

  EXPECT_EQ(world.stations[11].packets().size(), (good.size() - 2) * 8);
  for (const Data& got : world.stations[11].packets()) EXPECT_NE(crc8(0, got), 0);
}

/// Notes what the outputs did.
struct Watcher : NamedTracks {
  using Observer::on;
  void on(const Activity& activity) override { seen.push_back(activity); }
  std::vector<Activity> seen;
};

TEST(Observation, OutputIsBusyFromTheTurnOfTheRouteByteToTheGap) {
  Watcher watcher;
  World world(one_switch(2, 8), {}, "network", &watcher);
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 1, counting(10)));

  world.run(5_us);

  ASSERT_EQ(watcher.seen.size(), 1u);
  EXPECT_EQ(watcher.names[watcher.seen[0].track], "network.switch0.output1");
  EXPECT_EQ(watcher.seen[0].begin, 49'200_ps + 300_ns - kByte);
  EXPECT_EQ(watcher.seen[0].end, watcher.seen[0].begin + 12 * kByte);
  EXPECT_EQ(watcher.seen[0].bytes, 11);
}

/// Node 1 sends to 3 for long. Node 0 waits for that until the timeout, and has a packet to 4
/// behind it; node 2 sends to 4 as well.
struct BlockedHead {
  explicit BlockedHead(const char* name) : world(one_switch(5, 8), quick(), name) {
    world.stations[1].send(0_us, world.packet(1, 3, Data(1000, 1)));
    world.stations[0].send(100_ns, world.packet(0, 3, Data(8, 2)));
    world.stations[0].send(100_ns, world.packet(0, 4, Data(30, 3)));
    world.stations[2].send(1250_ns, world.packet(2, 4, Data(20, 4)));
  }
  static NetworkParams quick() {
    NetworkParams params;
    params.switches.timeout = 1_us;
    return params;
  }
  /// Tells the network of so much at a time.
  void run(Time step) {
    for (Time t = step; t <= 20_us; t += step) {
      for (std::size_t p = 0; p < 3; ++p) world.stations[p].run(t);
      world.network.advance(t);
    }
  }
  World world;
};

TEST(BlockedHeadTest, PacketBehindItComesInTurnHoweverFarTheSwitchIsToldAtATime) {
  BlockedHead fine("fine"), coarse("coarse");
  elaborate();
  fine.run(5_ns);
  coarse.run(20_us);

  EXPECT_EQ(coarse.world.network.switches()[0].counters(0).dropped(Drop::kBlocked), 1u);
  EXPECT_EQ(fine.world.stations[4].bytes, coarse.world.stations[4].bytes);
}

}  // namespace
}  // namespace flybar::myrinet
