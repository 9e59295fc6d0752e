/// Which results people see.
#include "testbenches/flybar/results/shown_results.h"

#include <gtest/gtest.h>

namespace flybar::program {
namespace {

using experiments::Result;

std::vector<std::string> names(const std::vector<Result>& results) {
  std::vector<std::string> names;
  for (const Result& result : results) names.push_back(result.name);
  return names;
}

using Names = std::vector<std::string>;

TEST(ShownResults, TheHeadlineComesFirstInItsOrderAsFarAsItIsThere) {
  const ShownResults shown = shown_results(
      {{"bandwidth", 57, "MB/s"}, {"min", 1, "us"}, {"p99", 3, "us"}}, {"p99", "p50", "bandwidth"});

  EXPECT_EQ(names(shown.main), (Names{"p99", "bandwidth"}));
  EXPECT_EQ(names(shown.others), Names{"min"});
}

TEST(ShownResults, WithoutAHeadlineTheFirstIsTheMainOne) {
  const ShownResults shown =
      shown_results({{"latency", 1, "us"}, {"rate", 2, "/s"}, {"message_p99", 3, "us"}}, {});

  EXPECT_EQ(names(shown.main), Names{"latency"});
  EXPECT_EQ(names(shown.others), Names{"rate"});
}

TEST(ShownResults, OneNumberInTwoUnitsIsSaidOnce) {
  EXPECT_EQ(names(without_repeats({{"throughput", 823.76, "Mb/s"}, {"bandwidth", 102.97, "MB/s"}})),
            Names{"throughput"});
  EXPECT_EQ(names(without_repeats({{"throughput", 0, "Mb/s"}, {"bandwidth", 0, "MB/s"}})),
            Names{"throughput"});
}

TEST(ShownResults, TwoRatesThatDifferStay) {
  EXPECT_EQ(
      names(without_repeats({{"throughput", 823.76, "Mb/s"}, {"file_bandwidth", 102.96, "MB/s"}})),
      (Names{"throughput", "file_bandwidth"}));
  EXPECT_EQ(names(without_repeats({{"sent", 8, "Mb/s"}, {"came", 8, "Mb/s"}})),
            (Names{"sent", "came"}));
}

}  // namespace
}  // namespace flybar::program
