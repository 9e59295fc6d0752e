/// In which unit people see times.
#include "testbenches/flybar/results/shown_unit.h"

#include <gtest/gtest.h>

namespace flybar::program {
namespace {

std::string shown(double us) {
  const ShownUnit unit("us", {us});
  return unit.text(us) + " " + unit.name();
}

TEST(ShownUnit, FitsTheTime) {
  EXPECT_EQ(shown(19'765'028.76), "19.765 s");
  EXPECT_EQ(shown(3005.66), "3.006 ms");
  EXPECT_EQ(shown(1000), "1 ms");
  EXPECT_EQ(shown(999.99), "999.99 us");
  EXPECT_EQ(shown(57.4), "57.40 us");
  EXPECT_EQ(shown(0), "0 us");
  EXPECT_EQ(shown(-2500), "-2.500 ms");
}

TEST(ShownUnit, OfAColumnLeavesEnoughOfTheLeastToSee) {
  EXPECT_EQ(ShownUnit("us", {230'000, 19'765'028}).name(), "s");
  EXPECT_EQ(ShownUnit("us", {99'000, 19'765'028}).name(), "ms");
  EXPECT_EQ(ShownUnit("us", {57.4, 19'765'028}).name(), "us");
  EXPECT_EQ(ShownUnit("us", {0, 19'765'028}).name(), "s");
}

TEST(ShownUnit, OfWhatIsNoTimeStays) {
  const ShownUnit unit("MB/s", {123'456});
  EXPECT_EQ(unit.name(), "MB/s");
  EXPECT_EQ(unit.text(123'456.5), "123456.50");
}

TEST(ShownUnit, TakesThePlaceOfTheLastWordOfATitle) {
  EXPECT_EQ(ShownUnit("us", {5000}).title("mean us"), "mean ms");
  EXPECT_TRUE(is_of_times("mean us"));
  EXPECT_FALSE(is_of_times("status"));
}

}  // namespace
}  // namespace flybar::program
