#include <gtest/gtest.h>

#include "models/myrinet/shape/route_byte.h"
#include "testbenches/tests/myrinet/world.h"

namespace flybar::myrinet {
namespace {

using namespace literals;

constexpr Time kByte = 6250_ps;
constexpr Time kCable = 49200_ps;

NetworkParams with_timeout(Time timeout) {
  NetworkParams params;
  params.switches.timeout = timeout;
  return params;
}

TEST(Timeout, PacketThatWaitsAsLongAsAllowedGetsItsOutput) {
  // Node 1 asks one byte time after node 0 and waits for its 98 bytes and the turn of its route.
  World world(one_switch(3, 8), with_timeout(98 * kByte));
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 2, counting(97)));
  world.stations[1].send(kByte, world.packet(1, 2, counting(97)));

  world.run(10_us);

  EXPECT_EQ(world.stations[2].packets().size(), 2u);
}

TEST(Timeout, PacketThatWaitsOnePicosecondLongerIsConsumed) {
  World world(one_switch(3, 8), with_timeout(98 * kByte - 1_ps));
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 2, counting(97)));
  world.stations[1].send(kByte, world.packet(1, 2, counting(97)));

  world.run(10_us);

  EXPECT_EQ(world.stations[2].packets().size(), 1u);
  EXPECT_EQ(world.network.switches()[0].counters(1).dropped(Drop::kBlocked), 1u);
  EXPECT_TRUE(world.network.quiet());
}

TEST(Timeout, PacketBeforeAStoppedReceiverIsCutAndEndsWithAWrongCrc) {
  World world(one_switch(2, 8), with_timeout(20_us));
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 1, counting(2000)));
  world.stations[0].send(0_us, world.packet(0, 1, {7}));
  world.stations[1].send_flow(1_us, true);
  world.stations[1].send_flow(30_us, false);

  world.run(100_us);

  const auto packets = world.stations[1].packets();
  ASSERT_EQ(packets.size(), 2u);
  EXPECT_LT(packets[0].size(), 200u);
  EXPECT_NE(crc8(0, packets[0]), 0);
  EXPECT_EQ(packets[1], with_crc({7}));
  EXPECT_EQ(world.network.switches()[0].counters(0).dropped(Drop::kStuck), 1u);
}

TEST(Timeout, CutPacketsCountAtTheOutputThatTheyWantedFromThatInstantOn) {
  World world(one_switch(3, 8), with_timeout(98 * kByte - 1_ps));
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 2, counting(97)));
  world.stations[1].send(kByte, world.packet(1, 2, counting(97)));

  world.run(10_us);

  const Switch& at = world.network.switches()[0];
  EXPECT_EQ(at.cut(2, 10_us), 1u);
  EXPECT_EQ(at.cut(2, 98 * kByte), 0u);
  EXPECT_EQ(at.cut(0, 10_us) + at.cut(1, 10_us), 0u);
}

TEST(Timeout, PacketThatIsCutInItsOutputCountsThere) {
  World world(one_switch(2, 8), with_timeout(20_us));
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 1, counting(2000)));
  world.stations[1].send_flow(1_us, true);

  world.run(100_us);

  EXPECT_EQ(world.network.switches()[0].cut(1, 100_us), 1u);
  EXPECT_EQ(world.network.switches()[0].cut(1, 20_us), 0u);
}

TEST(Timeout, TailOfACutPacketLeavesWhenTheTimeIsOver) {
  World world(one_switch(2, 8), with_timeout(20_us));
  elaborate();
  const Data packet = world.packet(0, 1, counting(10));
  world.stations[0].send(0_us, {packet.begin(), packet.begin() + 5}, false);

  world.run(100_us);

  const auto& bytes = world.stations[1].bytes;
  ASSERT_EQ(bytes.size(), 5u);
  EXPECT_TRUE(bytes[4].tail);
  EXPECT_EQ(bytes[4].at, bytes[3].at + 20_us);
}

TEST(Timeout, BreaksACircleOfPacketsThatWaitForEachOther) {
  Topology ring;
  ring.nodes = 3;
  ring.switch_ports = {8, 8, 8};
  for (std::size_t i = 0; i < 3; ++i)
    ring.cables.push_back({End::node(i), End::of_switch(i, 0), {}});
  for (std::size_t i = 0; i < 3; ++i)
    ring.cables.push_back({End::of_switch(i, 1), End::of_switch((i + 1) % 3, 2), {}});
  World world(ring, with_timeout(300_us));
  elaborate();
  // Each goes round over two cables of the ring: it holds the first and waits for the second.
  for (std::size_t i = 0; i < 3; ++i)
    world.stations[i].send(
        0_us,
        with_crc(joined({route_byte(0, 1), route_byte(2, 1), route_byte(2, 0)}, counting(500))));

  world.run(400_us);

  std::uint64_t dropped = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t port : {0, 2})
      dropped += world.network.switches()[i].counters(port).dropped(Drop::kBlocked) +
                 world.network.switches()[i].counters(port).dropped(Drop::kStuck);
  EXPECT_GE(dropped, 1u);
  world.stations[0].send(500_us, world.packet(0, 2, {1}));
  world.run(600_us);
}

TEST(Faults, EveryDamagedByteShowsInTheCrc) {
  NetworkParams params;
  params.faults.byte_errors = 1e-3;
  World world(direct_cable(), params);
  elaborate();
  for (int i = 0; i < 500; ++i) world.stations[0].send(0_us, with_crc(counting(100)));

  world.run(400_us);

  std::uint64_t bad = 0, differ = 0;
  for (const Data& packet : world.stations[1].packets()) {
    bad += crc8(0, packet) != 0;
    differ += packet != with_crc(counting(100));
  }
  const auto damaged = world.network.counters_from(0).damaged_bytes;
  EXPECT_GE(bad, 20u);
  EXPECT_EQ(bad, differ);
  EXPECT_LE(differ, damaged);
  EXPECT_LE(damaged, 100u);
}

TEST(Faults, PacketWithoutItsTailMergesWithTheNext) {
  NetworkParams params;
  params.faults.lost_tails = 1;
  params.switches.timeout = 10_us;
  World world(one_switch(2, 8), params);
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 1, counting(10)));
  world.stations[0].send(0_us, world.packet(0, 1, counting(10)));

  world.run(50_us);

  // The switch cuts it in the end, and that tail is lost too.
  EXPECT_EQ(world.stations[1].bytes.size(), 11u + 12u + 1u);
  EXPECT_TRUE(world.stations[1].packets().empty());
  EXPECT_EQ(world.network.counters_from(0).lost_tails, 2u);
}

TEST(Faults, DeadCableSwallowsWhatIsSentFromThenOn) {
  NetworkParams params;
  params.faults.dead_cable = 0;
  params.faults.dead_from = 1_us;
  World world(direct_cable(), params);
  elaborate();
  world.stations[0].send(0_us, counting(1000));
  world.stations[1].send_flow(2_us, true);

  world.run(20_us);

  EXPECT_EQ(world.stations[1].bytes.size(), 160u);
  EXPECT_EQ(world.network.counters_from(0).lost_bytes, 840u);
  EXPECT_TRUE(world.stations[0].flow.empty());
}

TEST(Faults, CableThatDoesNotExistCannotDie) {
  NetworkParams params;
  params.faults.dead_cable = 1;

  EXPECT_THROW(World(direct_cable(), params), ConfigurationError);
}

TEST(Faults, SwitchEndsThePacketOfADeadSender) {
  NetworkParams params = with_timeout(10_us);
  params.faults.dead_cable = 0;
  params.faults.dead_from = 1_us;
  World world(one_switch(3, 8), params);
  elaborate();
  world.stations[0].send(0_us, world.packet(0, 1, counting(1000)));
  world.stations[2].send(2_us, world.packet(2, 1, {5}));

  world.run(50_us);

  const auto packets = world.stations[1].packets();
  ASSERT_EQ(packets.size(), 2u);
  EXPECT_EQ(packets[0].size(), 159u + 1u);
  EXPECT_EQ(packets[1], with_crc({5}));
}

}  // namespace
}  // namespace flybar::myrinet
