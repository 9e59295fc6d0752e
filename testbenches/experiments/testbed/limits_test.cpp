/// The line that says what limits a run.
#include "testbenches/experiments/testbed/limits.h"

#include <gtest/gtest.h>

namespace flybar::experiments {
namespace {

const std::vector<Load> kLoads = {
    {"link out", "node1", 74}, {"PCI bus", "node0", 92}, {"CPU", "node0", 3}};

TEST(Limits, AreTheBusiestResourceAndTheNext) {
  EXPECT_EQ(
      limits_line(kLoads, {}),
      "the PCI bus of node0 is busy 92 %; with it free the next is the link out of node1, 74 %");
}

TEST(Limits, BelowThreeQuartersNothingLimitsTheRate) {
  EXPECT_TRUE(limits_line({{"PCI bus", "node0", 74.9}}, {}).starts_with("no resource is busy"));
  EXPECT_EQ(limits_line({{"PCI bus", "node0", 75}}, {}), "the PCI bus of node0 is busy 75 %");
}

TEST(Limits, NameTheThreeLongestWaitsOfMessages) {
  const Table waits{"what messages waited for",
                    "resource",
                    {"mean us", "share %", "slowest us"},
                    {{"a", {1, 10, 1}}, {"b", {4, 40, 4}}, {"c", {2, 20, 2}}, {"d", {3, 30, 3}}}};
  EXPECT_TRUE(
      limits_line(kLoads, {waits}).ends_with("; messages wait for: b 40 %, d 30 %, c 20 %"));
}

TEST(Limits, OfNothingAreNotKnown) {
  EXPECT_EQ(limits_line({}, {}), "");
}

}  // namespace
}  // namespace flybar::experiments
