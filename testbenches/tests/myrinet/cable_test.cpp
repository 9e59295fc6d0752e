// What a cable tells its receiving end, and what its sender may not do after it has spoken.
#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "models/common/error.h"
#include "models/myrinet/link/cable.h"
#include "models/myrinet/link/node_port.h"

namespace flybar::myrinet {
namespace {

using namespace literals;

class CableTest : public testing::Test {
 protected:
  void send_byte(Time at) { cable.send(at, byte, false, 0); }
  std::array<std::uint8_t, 1> byte{};
  Cable cable{50_ns, 6250_ps, {}, 0};
  News news;
};

TEST_F(CableTest, ByteLeavesNoSoonerThanItsSenderHasSaid) {
  cable.guarantee(1_us, Time());
  EXPECT_THROW(send_byte(1_us - 1_ps), SimulationError);
  EXPECT_NO_THROW(send_byte(1_us));
}

TEST_F(CableTest, StopLeavesNoSoonerThanItsSenderHasSaid) {
  cable.guarantee(Time(), 1_us);
  EXPECT_THROW(cable.send({1_us - 1_ps, true}), SimulationError);
  EXPECT_NO_THROW(cable.send({1_us, true}));
}

TEST_F(CableTest, ThatMoreIsKnownIsNewsOnce) {
  cable.report(news, 3);
  news = {};

  cable.guarantee(1_us, Time());
  EXPECT_EQ(std::exchange(news, {}).guarantees, only(3));

  cable.guarantee(1_us, Time());
  EXPECT_EQ(news.guarantees, 0u);
}

TEST_F(CableTest, FromANodeKeepsItsNewsUntilThePortAdvances) {
  Cable back{50_ns, 6250_ps, {}, 0};
  NodePort port("node0", cable, back);
  cable.report(news, 3);
  news = {};

  cable.guarantee(1_us, Time());
  EXPECT_TRUE(news.none());

  port.advance(Time());
  EXPECT_EQ(news.guarantees, only(3));
}

TEST_F(CableTest, IsHeldByAPacketFromItsFirstByteToTheEndOfItsTail) {
  send_byte(1_us);
  cable.send(3_us, byte, true, 0);
  EXPECT_EQ(cable.times().held.before(9_us).time, 2_us + 6250_ps);

  cable.send(9_us, byte, true, 0);
  EXPECT_EQ(cable.times().held.before(10_us).time, 2_us + 2 * 6250_ps);
}

TEST_F(CableTest, CountsOnlyWhatPassesInAWindowOfTime) {
  const std::array<std::uint8_t, 4> word{};
  cable.send(1_us, word, false, 0);
  cable.send(2_us, word, true, 0);
  EXPECT_EQ(cable.times().moving.before(2_us + 1_ns).time, 4 * 6250_ps + 1_ns);
  EXPECT_EQ(cable.times().held.before(2_us + 1_ns).ended, 0u);

  cable.count_times_from(1_us + 5_ns);
  EXPECT_EQ(cable.times().moving.before(3_us).time, 8 * 6250_ps - 5_ns);
  EXPECT_EQ(cable.times().held.before(3_us).ended, 1u);
  EXPECT_EQ(cable.times().held.before(3_us).begun, 0u);
}

TEST_F(CableTest, WhatIsSentLateBeforeTheWindowDoesNotCount) {
  cable.count_times_from(5_us);
  cable.send(4_us, byte, true, 0);

  EXPECT_EQ(cable.times().moving.before(6_us).time, Time());
  EXPECT_EQ(cable.times().held.before(6_us).ended, 0u);
}

TEST_F(CableTest, StopsItsDataUntilTheEndOfTheWindowIfNoGoHasCome) {
  cable.send({1_us, true});
  EXPECT_EQ(cable.times().stopped.before(3_us).time, 2_us);

  cable.send({2_us, false});
  EXPECT_EQ(cable.times().stopped.before(3_us).time, 1_us);
}

TEST_F(CableTest, SymbolsAreNewsOfTheirOwn) {
  cable.report(news, 3);
  news = {};

  send_byte(1_us);

  EXPECT_EQ(news.symbols, only(3));
  EXPECT_EQ(news.guarantees, 0u);
}

}  // namespace
}  // namespace flybar::myrinet
