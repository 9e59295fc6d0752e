#include "testbenches/gms/stress.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <initializer_list>
#include <tuple>

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

void expect_no_error(StressPlan plan, std::initializer_list<std::uint64_t> seeds) {
  for (const std::uint64_t seed : seeds) {
    plan.seed = seed;
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
  expect_no_error(plan, {101, 115, 200});
}

/// Eight nodes whose links lose `share` of all tails.
StressPlan lossy(const char* share, bool crowded) {
  return {.nodes = 8,
          .deaths = 0,
          .losses = StressPlan::Losses::kNone,
          .crowded = crowded,
          .settings = {{"link.lost_tails", share}}};
}

struct LostTails : testing::TestWithParam<std::tuple<const char*, bool>> {};

TEST_P(LostTails, LoseNoPageAndKeepNoProgramWaiting) {
  StressPlan plan = lossy(std::get<0>(GetParam()), std::get<1>(GetParam()));
  plan.seed = 1000;
  expect_no_error(plan, long_form() ? 300 : 2, plan.operations);
}

INSTANTIATE_TEST_SUITE_P(OfEightNodes, LostTails,
                         testing::Combine(testing::Values("0.03", "0.10"), testing::Bool()));

struct PartedNetwork : testing::TestWithParam<bool> {};

TEST_P(PartedNetwork, LosesOnlyPagesOfTheOtherSide) {
  expect_no_error({.seed = 300, .nodes = 8, .deaths = 0, .crowded = GetParam(), .parted = true},
                  long_form() ? 100 : 2, 3000);
}

INSTANTIATE_TEST_SUITE_P(RoomyAndCrowded, PartedNetwork, testing::Bool());

/// Crowded nodes once took a home whose answers were lost for dead, and dropped its pages.
TEST(GmsStress, NoPageIsDroppedSinceItsHomeIsNotHeardOf) {
  expect_no_error(lossy("0.03", true), {745, 758, 759});
}

/// A program once waited without end for a page that had been dropped.
TEST(GmsStress, NoProgramWaitsWithoutEnd) {
  StressPlan plan = lossy("0.03", true);
  plan.settings.insert(plan.settings.end(),
                       {{"gms.death_after", "1"}, {"link.byte_errors", "0.000002"}});
  expect_no_error(plan, {701, 702, 703, 713});
}

/// A page was once not found for gms.give_up, since who kept it could not tell the directory site.
TEST(GmsStress, APageIsFoundAlthoughItsDirectorySiteIsNot) {
  expect_no_error(lossy("0.10", false), {1029});
}

}  // namespace
}  // namespace flybar::gms
