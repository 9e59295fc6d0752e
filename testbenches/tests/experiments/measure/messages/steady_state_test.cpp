/// Which runs are called too short.
#include "testbenches/experiments/measure/messages/steady_state.h"

#include <gtest/gtest.h>

namespace flybar::experiments {
namespace {

using namespace literals;

/// One each microsecond, the first of them `late`.
Arrivals even(std::int64_t count, Time late = Time()) {
  Arrivals arrivals;
  for (std::int64_t i = 1; i <= count; ++i) arrivals.add(late + Time::us(i));
  return arrivals;
}

std::string why(const Arrivals& arrivals) {
  return too_short(arrivals, Time(), arrivals.last(), "messages", "messages").value_or("");
}

TEST(Arrivals, PartsOfThemTakeTheirShareOfTheTime) {
  for (const double duration : even(40).durations(Time(), 40_us, 20))
    EXPECT_NEAR(duration, 2, 0.01);
}

TEST(Arrivals, FirstPartBeginsWhereItIsSaid) {
  EXPECT_NEAR(even(40, 5_us).durations(4_us, 45_us, 20).front(), 3, 0.01);
}

TEST(Arrivals, ThoseBeforeAndAfterDoNotCount) {
  const Arrivals arrivals = even(10'000);
  EXPECT_NEAR(static_cast<double>(arrivals.count(2000_us, 3000_us)), 1000, 2);
  for (const double duration : arrivals.durations(2000_us, 3000_us, 20))
    EXPECT_NEAR(duration, 50, 3);
}

TEST(Arrivals, TheirOrderDoesNotMatter) {
  Arrivals backwards;
  for (std::int64_t i = 10'000; i > 0; --i) backwards.add(Time::us(i * i));
  Arrivals forwards;
  for (std::int64_t i = 1; i <= 10'000; ++i) forwards.add(Time::us(i * i));
  EXPECT_EQ(backwards.durations(Time(), backwards.last(), 20),
            forwards.durations(Time(), forwards.last(), 20));
}

TEST(SteadyState, FewerThanOneArrivalForEachBatchTellNothing) {
  EXPECT_EQ(
      why(even(19)),
      "19 messages are too few to tell whether their rate is steady, 20 may do: raise messages");
  EXPECT_EQ(why(even(20)), "");
}

TEST(SteadyState, ABeginThatChangesTheRateByMoreThanAFewPercentIsTold) {
  EXPECT_EQ(why(even(40, Time::ns(1900))), "");
  EXPECT_EQ(why(even(40, Time::ns(2200))),
            "too short for a steady rate: without its begin it is 6 % higher; raise messages");
}

TEST(SteadyState, ARateThatOnlyFallsIsNotSteady) {
  Arrivals slower;
  for (std::int64_t i = 1; i <= 1000; ++i) slower.add(Time::ns(i * i));
  EXPECT_NE(why(slower).find("lower"), std::string::npos) << why(slower);
}

TEST(SteadyState, RegularBurstsAreSteady) {
  Arrivals bursts;
  for (std::int64_t i = 0; i < 2000; ++i) bursts.add(Time::us(100 * (i / 10) + i % 10 + 1));
  EXPECT_EQ(why(bursts), "");
}

TEST(SteadyState, NothingThatCameTellsNothing) {
  EXPECT_NE(why({}).find("0 messages are too few"), std::string::npos);
}

}  // namespace
}  // namespace flybar::experiments
