/// A line chart as SVG, to stand inside a page.
#pragma once

#include <string>
#include <vector>

namespace flybar::program {

struct ChartSeries {
  struct Point {
    double x;
    double y;
    std::string label;  ///< shown when pointed at
  };
  std::string name;
  std::vector<Point> points;
};

struct Chart {
  std::string title;
  std::string x_title;
  std::vector<std::string> x_labels;  ///< where x is not a quantity: label of 0, 1, 2, ...
  std::vector<ChartSeries> series;
};

/// The vertical axis begins at zero and has marks at round values. Positive x over more than a
/// factor of 20 are shown as logarithms.
std::string to_svg(const Chart& chart);

/// Text that may stand in HTML.
std::string escaped(const std::string& text);

}  // namespace flybar::program
