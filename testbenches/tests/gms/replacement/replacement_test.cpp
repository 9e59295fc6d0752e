#include "models/gms/replacement/replacement.h"

#include <gtest/gtest.h>

namespace flybar::gms {
namespace {

using namespace literals;

constexpr std::uint32_t kLeast = 10;

AgeSummary summary(std::uint32_t free, std::uint32_t young, std::uint32_t old) {
  AgeSummary all;
  all.free = free;
  for (std::uint32_t i = 0; i < young; ++i) all.add(3_ms);
  for (std::uint32_t i = 0; i < old; ++i) all.add(Time::ms(100));
  return all;
}

TEST(AgeSummary, AClassEndsWhereTheNextBegins) {
  AgeSummary all;
  all.add(Time::us(3999));
  all.add(4_ms);

  EXPECT_EQ(all.pages[1], 1U);
  EXPECT_EQ(all.pages[2], 1U);
}

TEST(AgeSummary, TheFirstAndTheLastClassAreOpen) {
  AgeSummary all;
  all.add(Time());
  all.add(Time::ms(10'000'000));

  EXPECT_EQ(all.pages[0], 1U);
  EXPECT_EQ(all.pages[AgeSummary::kClasses - 1], 1U);
}

TEST(PlanEpoch, FreeFramesAreUsedBeforeAnyPage) {
  const std::vector<AgeSummary> all = {summary(0, 50, 50), summary(30, 0, 5)};

  const Epoch epoch = plan_epoch(2, {0, 1}, all, kLeast);

  EXPECT_EQ(epoch.weights, (std::vector<std::uint32_t>{0, 30}));
  EXPECT_EQ(epoch.min_age, Time::never());
}

TEST(PlanEpoch, EachWeighsAsManyOfTheOldestPagesAsItHas) {
  const std::vector<AgeSummary> all = {summary(0, 50, 8), summary(1, 20, 4)};

  const Epoch epoch = plan_epoch(2, {0, 1}, all, kLeast);

  EXPECT_EQ(epoch.weights, (std::vector<std::uint32_t>{8, 5}));
  EXPECT_EQ(epoch.min_age, Time::ms(64));
}

TEST(PlanEpoch, ReplacesAsManyPagesAsWerePutAwayBefore) {
  std::vector<AgeSummary> all = {summary(0, 50, 8), summary(1, 20, 4)};
  all[0].evictions = 14;

  const Epoch epoch = plan_epoch(2, {0, 1}, all, kLeast);

  EXPECT_EQ(epoch.weights, (std::vector<std::uint32_t>{58, 25}));
  EXPECT_EQ(epoch.min_age, 2_ms);
}

}  // namespace
}  // namespace flybar::gms
