#include "models/common/units.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "models/common/rate.h"

namespace flybar {
namespace {

using namespace literals;

// An aggregate would take a bare number through brace elision.
static_assert(!std::is_aggregate_v<Cycles> && !std::is_convertible_v<int, Cycles>);
static_assert(!std::is_convertible_v<Bytes, Cycles>);
static_assert(!std::is_convertible_v<int, Time> && !std::is_convertible_v<Time, int>);

TEST(Clock, EdgeAtAnEdgeIsThatEdge) {
  EXPECT_EQ(Clock(30_ns).edge_at_or_after(60_ns), 60_ns);
}

TEST(Clock, EdgeOnePicosecondAfterAnEdgeIsTheNext) {
  EXPECT_EQ(Clock(30_ns).edge_at_or_after(60_ns + 1_ps), 90_ns);
}

TEST(Rate, ByteOfA160MbLinkTakes6250Picoseconds) {
  EXPECT_EQ(Rate::mb_per_s(160).byte_time(), 6250_ps);
}

TEST(Rate, ByteTimeIsRoundedToTheNearestPicosecond) {
  EXPECT_EQ(Rate::mb_per_s(3).byte_time(), 333333_ps);
  EXPECT_EQ(Rate::bytes_per_second(1'500'000'000).byte_time(), 667_ps);
}

}  // namespace
}  // namespace flybar
