#include "testbenches/gms/stress.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "testbenches/lockstep/child.h"
#include "testbenches/lockstep/test_size.h"

namespace flybar::gms {
namespace {

using lockstep::asked_seed;
using lockstep::in_child;
using lockstep::long_form;

void expect_no_error(StressPlan plan, std::uint64_t seeds, std::int64_t long_operations) {
  if (long_form()) plan.operations = long_operations;
  const std::uint64_t first = asked_seed().value_or(plan.seed);
  const std::uint64_t last = asked_seed() ? first : first + seeds - 1;
  for (plan.seed = first; plan.seed <= last; ++plan.seed) {
    const std::string result = in_child([&] { return stress(plan); });
    std::printf("%s\n", result.c_str());
    EXPECT_FALSE(result.starts_with("error: ")) << result;
  }
}

TEST(GmsStress, SixteenNodesNeverSeeAWrongPage) {
  expect_no_error({.deaths = 0, .losses = StressPlan::Losses::kNone}, 1, 100'000);
}

TEST(GmsStress, LostMessagesLoseNoPage) {
  expect_no_error({.seed = 2, .deaths = 0}, 1, 100'000);
}

TEST(GmsStress, NodesThatDieTakeOnlyTheirOwnPagesAlong) {
  expect_no_error({.seed = 3}, long_form() ? 4 : 2, 200'000);
}

TEST(GmsStress, PagesThatLeaveCrowdedNodesAreNotLost) {
  expect_no_error({.seed = 7, .deaths = 0, .crowded = true}, 2, 100'000);
}

/// Seeds 101 and 115 once had two coordinators begin the same epoch. Here many payload tokens are
/// used by messages that are then dropped.
TEST(GmsStress, HalfOfTheNodesDieWhileMessagesAreLost) {
  StressPlan plan{.deaths = 9, .losses = StressPlan::Losses::kMany};
  if (long_form()) plan.operations = 30'000;
  for (const std::uint64_t seed : {101, 115, 200}) {
    StressPlan one = plan;
    one.seed = seed;
    const std::string result = in_child([&] { return stress(one); });
    std::printf("%s\n", result.c_str());
    EXPECT_FALSE(result.starts_with("error: ")) << result;
  }
}

}  // namespace
}  // namespace flybar::gms
