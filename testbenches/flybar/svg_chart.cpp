#include "testbenches/flybar/svg_chart.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include "testbenches/flybar/text_table.h"

namespace flybar::program {
namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 300;
constexpr double kLeft = 60;
constexpr double kRight = 150;
constexpr double kTop = 20;
constexpr double kBottom = 40;
constexpr double kLogFrom = 20;
constexpr int kMostSteps = 5;
// Distinct also without colour sight.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#56b4e9", "#e69f00", "#000000"};

/// Where a value lies on the page.
struct Scale {
  double low = 0;
  double high = 1;
  bool logarithm = false;
  double from = 0;
  double to = 1;
  double step = 0;  ///< from mark to mark, if these are round values

  double operator()(double value) const {
    const double a = logarithm ? std::log(low) : low;
    const double b = logarithm ? std::log(high) : high;
    const double v = logarithm ? std::log(value) : value;
    return b > a ? from + (v - a) / (b - a) * (to - from) : (from + to) / 2;
  }
};

struct Scales {
  Scale x;
  Scale y;
};

/// The least of 1, 2 and 5 times a power of ten with which a few steps cover the span.
double round_step(double span) {
  const double least = span / kMostSteps;
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least) return factor * power;
  return 10 * power;
}

/// Widens the scale to marks at both ends.
void mark_roundly(Scale& scale) {
  if (!(scale.high > scale.low)) scale.high = scale.low + 1;
  scale.step = round_step(scale.high - scale.low);
  scale.low = std::floor(scale.low / scale.step) * scale.step;
  scale.high = std::ceil(scale.high / scale.step) * scale.step;
}

Scales scales_of(const Chart& chart) {
  Scale x{1e300, -1e300, false, kLeft, kWidth - kRight};
  Scale y{0, 0, false, kHeight - kBottom, kTop};
  for (const ChartSeries& series : chart.series) {
    for (const ChartSeries::Point& point : series.points) {
      x.low = std::min(x.low, point.x);
      x.high = std::max(x.high, point.x);
      y.low = std::min(y.low, point.y);
      y.high = std::max(y.high, point.y);
    }
  }
  mark_roundly(y);
  x.logarithm = chart.x_labels.empty() && x.low > 0 && x.high > kLogFrom * x.low;
  return {x, y};
}

std::string number(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f", value);
  return buffer;
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\">" +
         escaped(text) + "</text>\n";
}

/// A mark of the vertical axis.
std::string mark_at(double y, double value) {
  return fmt::format(R"(<line x1="{}" x2="{}" y1="{}" y2="{}" stroke="#ccc"/>)", number(kLeft),
                     number(kWidth - kRight), number(y), number(y)) +
         "\n" + text_at(kLeft - 6, y + 4, "end", for_people(value));
}

std::string axes(const Chart& chart, const Scales& scales) {
  std::string svg = text_at(kLeft, kTop - 6, "start", chart.title);
  svg += text_at((kLeft + kWidth - kRight) / 2, kHeight - 6, "middle", chart.x_title);
  const Scale& scale = scales.y;
  const auto first = std::lround(scale.low / scale.step);
  const auto last = std::lround(scale.high / scale.step);
  for (auto mark = first; mark <= last; ++mark) {
    const double value = static_cast<double>(mark) * scale.step;
    svg += mark_at(scale(value), value);
  }
  return svg;
}

/// Under the lowest point of each x, the way it was written.
std::string x_ticks(const Chart& chart, const Scales& scales) {
  std::string svg;
  double last = -1e300;
  if (chart.series.empty()) return svg;
  for (const ChartSeries::Point& point : chart.series.front().points) {
    const double x = scales.x(point.x);
    if (x - last < 48) continue;  // would overlap the one before
    last = x;
    svg += text_at(x, kHeight - kBottom + 16, "middle", point.label);
  }
  return svg;
}

std::string line(const ChartSeries& series, const Scales& scales, const char* colour) {
  std::string path;
  std::string dots;
  for (const ChartSeries::Point& point : series.points) {
    const std::string x = number(scales.x(point.x));
    const std::string y = number(scales.y(point.y));
    path += fmt::format("{}{} {}", path.empty() ? "M" : "L", x, y);
    const std::string title = series.name + " " + point.label + ": " + for_people(point.y);
    dots += fmt::format(R"(<circle cx="{}" cy="{}" r="3" fill="{}"><title>{}</title></circle>)", x,
                        y, colour, escaped(title)) +
            "\n";
  }
  return "<path d=\"" + path + "\" fill=\"none\" stroke=\"" + colour + "\"/>\n" + dots;
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string all;
  for (const char c : text) {
    switch (c) {
      case '<':
        all += "&lt;";
        break;
      case '>':
        all += "&gt;";
        break;
      case '&':
        all += "&amp;";
        break;
      case '"':
        all += "&quot;";
        break;
      default:
        all += c;
    }
  }
  return all;
}

std::string to_svg(const Chart& chart) {
  const Scales scales = scales_of(chart);
  std::string svg = "<svg role=\"img\" viewBox=\"0 0 " + number(kWidth) + " " + number(kHeight) +
                    "\" width=\"" + number(kWidth) +
                    "\" font-family=\"sans-serif\" "
                    "font-size=\"11\">\n<title>" +
                    escaped(chart.title) + "</title>\n";
  svg += axes(chart, scales) + x_ticks(chart, scales);
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const char* colour = kColours[i % std::size(kColours)];
    svg += line(chart.series[i], scales, colour);
    const double y = kTop + 14 * static_cast<double>(i) + 8;
    svg += "<rect x=\"" + number(kWidth - kRight + 10) + "\" y=\"" + number(y - 8) +
           "\" width=\"9\" height=\"9\" fill=\"" + colour + "\"/>\n" +
           text_at(kWidth - kRight + 24, y, "start", chart.series[i].name);
  }
  return svg + "</svg>\n";
}

}  // namespace flybar::program
