#include "models/common/mix.h"

#include <gtest/gtest.h>

namespace flybar {
namespace {

TEST(Mix, NumbersAreThoseOfSplitmix64) {
  EXPECT_EQ(random_number(0, 0), 0xe220a8397b1dcdafu);
  EXPECT_EQ(random_number(0, 1), 0x6e789e6aa1b965f4u);
  EXPECT_EQ(random_number(0, 2), 0x06c45d188009454fu);
}

TEST(Mix, ANumberIsSpreadLikeTheFirstOfItsSequence) {
  EXPECT_EQ(mix(42), random_number(42, 0));
}

}  // namespace
}  // namespace flybar
