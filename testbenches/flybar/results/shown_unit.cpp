#include "testbenches/flybar/results/shown_unit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "testbenches/flybar/terminal/text_table.h"

namespace flybar::program {

namespace {

constexpr double kLeastShown = 0.1;
constexpr const char* kTime = "us";

struct Greater {
  const char* name;
  double us;
};
constexpr Greater kGreater[] = {{"s", 1e6}, {"ms", 1e3}};

}  // namespace

ShownUnit::ShownUnit(std::string unit, const std::vector<double>& values) : name_(std::move(unit)) {
  if (name_ != kTime) return;
  double greatest = 0, least = std::numeric_limits<double>::infinity();
  for (const double value : values) {
    greatest = std::max(greatest, std::abs(value));
    if (value != 0) least = std::min(least, std::abs(value));
  }
  for (const auto& [name, us] : kGreater) {
    if (greatest < us || least < kLeastShown * us) continue;
    name_ = name;
    us_ = us;
    return;
  }
}

std::string ShownUnit::text(double value) const {
  const double shown = value / us_;
  if (us_ == 1 || shown == std::nearbyint(shown)) return for_people(shown);
  return fmt::format("{:.3f}", shown);
}

std::string ShownUnit::title(const std::string& of_times) const {
  return of_times.substr(0, of_times.size() - std::string_view(kTime).size()) + name_;
}

bool is_of_times(const std::string& title) {
  return title.ends_with(std::string(" ") + kTime);
}

}  // namespace flybar::program
