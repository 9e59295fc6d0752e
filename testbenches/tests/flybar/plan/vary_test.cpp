#include "testbenches/flybar/plan/vary.h"

#include "testbenches/flybar/plan/combinations.h"

#include <gtest/gtest.h>

namespace flybar::program {
namespace {

using Texts = std::vector<std::string>;

TEST(Vary, ListIsSplitAtCommas) {
  EXPECT_EQ(parse_vary("mcp.mode=static, eager", "--vary").front().values,
            (Texts{"static", "eager"}));
}

TEST(Vary, RangeIncludesBothEnds) {
  EXPECT_EQ(parse_vary("a=64 B..192 B:64 B", "--vary").front().values,
            (Texts{"64 B", "128 B", "192 B"}));
}

TEST(Vary, RangeStopsBeforeItsEndIfTheStepDoesNotFit) {
  EXPECT_EQ(parse_vary("a=1..4:2", "--vary").front().values, (Texts{"1", "3"}));
}

TEST(Vary, RangeMayMultiply) {
  EXPECT_EQ(parse_vary("a=512 B..4 KB:x2", "--vary").front().values,
            (Texts{"512 B", "1 KB", "2 KB", "4 KB"}));
}

TEST(Vary, RangeOfEveryKindOfQuantity) {
  EXPECT_EQ(parse_vary("a=10 ns..30 ns:20 ns", "--vary").front().values, (Texts{"10 ns", "30 ns"}));
  EXPECT_EQ(parse_vary("a=1 cycle..3 cycles:1 cycle", "--vary").front().values.size(), 3u);
  EXPECT_EQ(parse_vary("a=80 MB/s..160 MB/s:80 MB/s", "--vary").front().values,
            (Texts{"80 MB/s", "160 MB/s"}));
  EXPECT_EQ(parse_vary("a=30 MHz..60 MHz:10 MHz", "--vary").front().values,
            (Texts{"30 MHz", "40 MHz", "50 MHz", "60 MHz"}));
  EXPECT_EQ(parse_vary("a=0.1 m..0.3 m:0.1 m", "--vary").front().values,
            (Texts{"0.1 m", "0.2 m", "0.3 m"}));
  EXPECT_EQ(parse_vary("a=1..2:0.5", "--vary").front().values, (Texts{"1", "1.5", "2"}));
}

TEST(Vary, RangeThatGoesNowhereIsRefused) {
  for (const char* text : {"a=4..1:1", "a=1..4", "a=1..4:0", "a=1 B..4:1 B", "a=0..4:x2",
                           "a=1..4:x1", "a=..4:1", "a=1,,2", "a=", "a", "=1"})
    EXPECT_THROW(parse_vary(text, "--vary"), ConfigurationError) << text;
}

std::string refusal(const std::string& text) {
  try {
    parse_vary(text, "--vary");
  } catch (const ConfigurationError& error) {
    return error.faults().front().found;
  }
  return "accepted";
}

TEST(Vary, RefusalOfARangeSaysWhatIsWrongWithIt) {
  EXPECT_EQ(refusal("a=8 KB..4 KB:1 KB"), "\"8 KB..4 KB:1 KB\" begins above its end");
  EXPECT_EQ(refusal("a=4 KB..8 KB:x1"), "\"4 KB..8 KB:x1\" has a factor that is not x2 .. x1000");
  EXPECT_EQ(refusal("a=0 B..8 KB:x2"), "\"0 B..8 KB:x2\" multiplies from 0, which leads nowhere");
  EXPECT_EQ(refusal("a=1..4:log1"), "\"1..4:log1\" has a count that is not log2 .. log1000");
  EXPECT_EQ(refusal("a=0 B..4 B:log3"), "\"0 B..4 B:log3\" begins at 0, which has no logarithm");
  EXPECT_EQ(refusal("a=1 B..4 B"), "\"1 B..4 B\" has no step");
  EXPECT_EQ(refusal("a=1 B..4 B:1 m"),
            "\"1 B..4 B:1 m\" has a step that is no quantity of the kind of its ends");
}

TEST(Vary, ValueThatStandsThereTwiceIsRefused) {
  EXPECT_THROW(parse_vary("a=1, 2,1", "--vary"), ConfigurationError);
}

TEST(Vary, RangeEndsAtTheLargestNumbers) {
  EXPECT_EQ(parse_vary("a=1..9000000000000000000:x1000", "--vary").front().values.size(), 7u);
  EXPECT_EQ(
      parse_vary("a=1..9000000000000000000:8999999999999999999", "--vary").front().values.size(),
      2u);
}

TEST(Vary, TooManyValuesAreRefused) {
  EXPECT_EQ(parse_vary("a=1..10000:1", "--vary").front().values.size(), 10000u);
  EXPECT_THROW(parse_vary("a=1..10001:1", "--vary"), ConfigurationError);
}

TEST(Vary, LastKeyChangesFastest) {
  const auto points = combinations({{"a", {"1", "2"}}, {"b", {"x", "y"}}});

  EXPECT_EQ(points, (std::vector<Texts>{{"1", "x"}, {"1", "y"}, {"2", "x"}, {"2", "y"}}));
}

TEST(Vary, KeyThatIsVariedTwiceIsRefused) {
  EXPECT_THROW(combinations({{"a", {"1"}}, {"b", {"1"}}, {"a", {"2"}}}), ConfigurationError);
}

TEST(Vary, LogarithmicRangeHasEqualRatiosAndBothEnds) {
  EXPECT_EQ(parse_vary("a=64 B..1 KB:log3", "--vary").front().values,
            (Texts{"64 B", "256 B", "1 KB"}));
  EXPECT_EQ(parse_vary("a=1..3:log9", "--vary").front().values, (Texts{"1", "2", "3"}));
}

TEST(Vary, KeysWithASemicolonBetweenStepTogether) {
  const auto points = combinations(parse_vary("a=1,2; b=x,y", "--vary"));

  EXPECT_EQ(points, (std::vector<Texts>{{"1", "x"}, {"2", "y"}}));
}

TEST(Vary, KeysThatStepTogetherHaveAsManyValues) {
  EXPECT_THROW(combinations(parse_vary("a=1,2; b=x", "--vary")), ConfigurationError);
}

TEST(Vary, TooManyPointsAreRefusedBeforeTheyAreMade) {
  const std::vector<std::string> thousand(1000, "1");
  EXPECT_THROW(combinations({{"a", thousand}, {"b", thousand}, {"c", thousand}}),
               ConfigurationError);
}

TEST(Vary, NothingToVaryIsOnePoint) {
  EXPECT_EQ(combinations({}).size(), 1u);
}

}  // namespace
}  // namespace flybar::program
