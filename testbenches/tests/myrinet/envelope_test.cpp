// What a sender guarantees of the rest of its packet, and how that travels.
#include <gtest/gtest.h>

#include "testbenches/tests/myrinet/world.h"

namespace flybar::myrinet {
namespace {

using namespace literals;

constexpr Time kByte = 6250_ps;
constexpr Time kWord = 30_ns;
constexpr Time kThrough = 2 * 49200_ps + 300_ns;

constexpr Envelope kUnknown{.word = kWord, .from = 1_us, .level = 90_ns, .tail = 5_us};

TEST(Envelope, OfAnEngineThatIsDoneInTimeIsItsLevel) {
  EXPECT_EQ(kUnknown.behind(1_us + 90_ns), kUnknown.level);
  EXPECT_EQ(kUnknown.behind(1_us + 91_ns), 91_ns);
}

TEST(Envelope, CountsBytesThatComeBeforeAsAnEngineWouldStoreThem) {
  Envelope bytes = kUnknown;
  bytes.precede(800_ns, 800_ns + kByte * 16, bytes.work(16));

  for (const Time done : {0_ns, 700_ns, 810_ns, 1_us, 2_us}) {
    const Time stored = std::max(done, 800_ns) + bytes.work(16);
    const Time then = stored - (800_ns + kByte * 16);
    EXPECT_EQ(bytes.behind(done), std::max(then, kUnknown.behind(stored))) << done.ps();
  }
}

/// Node 0 is in the middle of a packet to node 1.
class ForetoldTest : public testing::Test {
 protected:
  void SetUp() override {
    elaborate();
    const Data packet = world.packet(0, 1, counting(600));
    world.stations[0].send(0_us, {packet.begin(), packet.begin() + 400}, false);
    world.stations[0].send(20_us, {packet.begin() + 400, packet.end()});
    world.run(10_us);
  }
  void give_envelope() {
    world.network.guarantee(0, {.envelope = Envelope{kWord, 10_us, 90_ns, 20_us}});
    world.network.advance(world.reached);
  }
  World world{one_switch(2, 8), {}};
};

TEST_F(ForetoldTest, TailComesAsMuchLaterAsAByte) {
  give_envelope();
  ASSERT_TRUE(world.network.rest(1));
  EXPECT_EQ(world.network.rest(1)->tail, 20_us + kThrough - kByte);
}

TEST_F(ForetoldTest, TailMayComeWhenTheSwitchCutsThePacket) {
  world.network.guarantee(0, {.envelope = Envelope{kWord, 10_us, 90_ns, 60_ms}});
  world.network.advance(world.reached);
  EXPECT_LT(world.network.rest(1)->tail, 51_ms);
}

TEST_F(ForetoldTest, LevelIsTheSameWhileBytesLeaveAsTheyCome) {
  give_envelope();
  EXPECT_EQ(world.network.rest(1)->level, 90_ns);
}

TEST_F(ForetoldTest, NothingIsSaidOfTheLevelBehindAStop) {
  world.stations[1].send_flow(10_us, true);
  world.run(11_us);
  give_envelope();
  EXPECT_EQ(world.network.rest(1)->level, Time::never());
}

TEST_F(ForetoldTest, NothingIsSaidOfTheLevelAsSoonAsTheReceiverHasSentAStop) {
  give_envelope();
  world.stations[1].send_flow(10_us, true);
  world.stations[1].send_flow(10_us + 100_ns, false);
  world.stations[1].run(11_us);
  EXPECT_EQ(world.network.rest(1)->level, Time::never());
}

TEST_F(ForetoldTest, NothingIsSaidWhenTheTailIsKnown) {
  world.run(30_us);
  give_envelope();
  EXPECT_FALSE(world.network.rest(1));
}

}  // namespace
}  // namespace flybar::myrinet
