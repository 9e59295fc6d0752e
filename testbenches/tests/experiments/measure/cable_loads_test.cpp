/// What makes the bytes on a cable faster: the wire, or the cards that send them.
#include "testbenches/experiments/measure/cable_loads.h"

#include <gtest/gtest.h>

namespace flybar::experiments {
namespace {

using namespace literals;

TEST(Pace, OfAWireThatCardsFillIsTheWires) {
  const Pace pace{10_ns, 5_ns};
  EXPECT_DOUBLE_EQ(pace.by_wire(), 1);
  EXPECT_DOUBLE_EQ(pace.by_card(), 0);
}

TEST(Pace, OfAWireWithoutASlowCardIsTheWires) {
  EXPECT_DOUBLE_EQ((Pace{10_ns, Time()}.by_wire()), 1);
}

TEST(Pace, OfAFastWireIsThatOfTheCards) {
  const Pace pace{5_ns, 10_ns};
  EXPECT_DOUBLE_EQ(pace.by_wire(), 0);
  EXPECT_DOUBLE_EQ(pace.by_card(), 2);
  EXPECT_DOUBLE_EQ(pace.beyond(), 1);
}

/// 10 ns become 8 ns with a wire twice as fast, and stay 10 ns with cards twice as fast.
TEST(Pace, OfAWireHardlySlowerThanItsCardsIsShortenedByTheDifference) {
  const Pace pace{10_ns, 8_ns};
  EXPECT_DOUBLE_EQ(pace.by_wire(), 0.4);
  EXPECT_DOUBLE_EQ(pace.by_card(), 0);
}

/// 12 ns stay 12 ns with a wire twice as fast, and become 10 ns with cards twice as fast.
TEST(Pace, OfAWireHardlyFasterThanItsCardsIsShortenedToTheWire) {
  const Pace pace{10_ns, 12_ns};
  EXPECT_DOUBLE_EQ(pace.by_wire(), 0);
  EXPECT_DOUBLE_EQ(pace.by_card(), 0.4);
}

}  // namespace
}  // namespace flybar::experiments
