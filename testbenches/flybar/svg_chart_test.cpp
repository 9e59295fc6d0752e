#include "testbenches/flybar/svg_chart.h"

#include <gtest/gtest.h>

namespace flybar::program {
namespace {

/// The marks of the vertical axis, from below, of a chart with these values.
std::vector<std::string> marks(const std::vector<double>& values) {
  ChartSeries series{"latency", {}};
  for (const double value : values)
    series.points.push_back({static_cast<double>(series.points.size()), value, "x"});
  const std::string svg = to_svg({"latency us", "threshold", {}, {series}});
  const std::string anchor = "text-anchor=\"end\">";
  std::vector<std::string> texts;
  for (std::size_t at = svg.find(anchor); at != svg.npos; at = svg.find(anchor, at + 1)) {
    const std::size_t begin = at + anchor.size();
    texts.push_back(svg.substr(begin, svg.find('<', begin) - begin));
  }
  return texts;
}

using Marks = std::vector<std::string>;

TEST(SvgChart, MarksStandAtRoundValuesFromZeroToAboveTheLargest) {
  EXPECT_EQ(marks({500, 667.76}), (Marks{"0", "200", "400", "600", "800"}));
  EXPECT_EQ(marks({2.3}), (Marks{"0", "0.50", "1", "1.50", "2", "2.50"}));
  EXPECT_EQ(marks({0.004}), (Marks{"0", "0.001", "0.002", "0.003", "0.004"}));
}

TEST(SvgChart, NegativeValuesHaveMarksBelowZero) {
  EXPECT_EQ(marks({-70, 30}), (Marks{"-80", "-60", "-40", "-20", "0", "20", "40"}));
}

TEST(SvgChart, AnAxisOnWhichAllValuesAreZeroStillHasALength) {
  EXPECT_EQ(marks({0, 0}), (Marks{"0", "0.20", "0.40", "0.60", "0.80", "1"}));
}

}  // namespace
}  // namespace flybar::program
