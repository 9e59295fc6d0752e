/// Times in buckets.
#include "testbenches/experiments/measure/histogram.h"

#include <gtest/gtest.h>

namespace flybar::experiments {
namespace {

using namespace literals;

TEST(Histogram, OfNothingHasNoTimes) {
  const Histogram empty;
  EXPECT_EQ(empty.count(), 0);
  EXPECT_EQ(empty.quantile(0.5), Time());
  EXPECT_TRUE(empty.buckets().empty());
}

TEST(Histogram, KeepsLeastAndGreatestExactly) {
  Histogram times;
  for (const Time time : {7_us, 123457_ps, 9_ms}) times.add(time);
  EXPECT_EQ(times.min(), 123457_ps);
  EXPECT_EQ(times.max(), 9_ms);
}

TEST(Histogram, OfOneTimeHasItAsEveryQuantile) {
  Histogram times;
  times.add(181'810'000_ps);
  EXPECT_EQ(times.quantile(0), 181'810'000_ps);
  EXPECT_EQ(times.quantile(0.5), 181'810'000_ps);
  EXPECT_EQ(times.quantile(1), 181'810'000_ps);
}

TEST(Histogram, FindsTheNearestRankWithinOnePartIn1024) {
  Histogram times;
  for (int i = 1; i <= 1000; ++i) times.add(Time::us(i));
  for (const int rank : {500, 990, 999})
    EXPECT_NEAR(times.quantile(rank / 1000.0).us(), rank, rank / 1024.0) << rank;
}

TEST(Histogram, BucketsOfSmallTimesAreExact) {
  for (int ps = 0; ps < 2 << Histogram::kFineBits; ++ps)
    EXPECT_EQ(Histogram::floor(Histogram::bucket(Time::ps(ps), Histogram::kFineBits),
                               Histogram::kFineBits),
              Time::ps(ps));
}

TEST(Histogram, EveryTimeLiesInItsBucketAndBucketsFollowEachOther) {
  constexpr unsigned kBits = Histogram::kCoarseBits;
  for (std::size_t i = 0; i < 500; ++i) {
    const Time from = Histogram::floor(i, kBits);
    const Time to = Histogram::floor(i + 1, kBits);
    ASSERT_LT(from, to);
    EXPECT_EQ(Histogram::bucket(from, kBits), i);
    EXPECT_EQ(Histogram::bucket(to - 1_ps, kBits), i);
  }
}

TEST(Histogram, ShowsBucketsThatHoldAll) {
  Histogram times;
  for (int i = 1; i <= 1000; ++i) times.add(Time::us(i));
  std::int64_t count = 0;
  Time last;
  for (const Histogram::Bucket& bucket : times.buckets()) {
    EXPECT_LE(last, bucket.from);
    last = bucket.to;
    count += bucket.count;
  }
  EXPECT_EQ(count, 1000);
}

}  // namespace
}  // namespace flybar::experiments
