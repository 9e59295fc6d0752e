#include "testbenches/flybar/results/shown_results.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "models/common/parameters.h"
#include "testbenches/flybar/terminal/exit_code.h"

namespace flybar::program {

namespace {

using experiments::Result;

std::optional<double> bits_per_us(const Result& result) {
  if (result.unit == "Mb/s") return result.value;
  if (result.unit == "MB/s") return 8 * result.value;
  return std::nullopt;
}

bool says_the_same(const Result& a, const Result& b) {
  constexpr double kRounding = 1e-9;
  const auto rate = bits_per_us(a), other = bits_per_us(b);
  return rate && other && a.unit != b.unit && std::abs(*rate - *other) <= kRounding * *rate;
}

bool has(const std::vector<Result>& results, const std::string& name) {
  return std::any_of(results.begin(), results.end(),
                     [&](const Result& result) { return result.name == name; });
}

/// Quantiles stand among the results for programs; for people they are a table.
bool is_of_messages(const Result& result) {
  return result.name.starts_with("message_");
}

}  // namespace

std::vector<Result> without_repeats(const std::vector<Result>& results) {
  std::vector<Result> kept;
  for (const Result& result : results)
    if (std::none_of(kept.begin(), kept.end(),
                     [&](const Result& other) { return says_the_same(other, result); }))
      kept.push_back(result);
  return kept;
}

void check_wanted(const std::vector<std::string>& names, const std::vector<std::string>& there) {
  for (const std::string& name : names) {
    if (std::find(there.begin(), there.end(), name) != there.end()) continue;
    const std::string near = nearest(name, there);
    throw UsageError({"--result", "there is no result \"" + name + "\"",
                      fmt::format("{}", fmt::join(there, ", ")),
                      near.empty() ? "choose one of these" : "did you mean " + near + "?"});
  }
}

ShownResults shown_results(const std::vector<Result>& results,
                           const std::vector<std::string>& headline) {
  const std::vector<Result> all = without_repeats(results);
  ShownResults shown;
  for (const std::string& name : headline)
    for (const Result& result : all)
      if (result.name == name) shown.main.push_back(result);
  if (shown.main.empty() && !all.empty()) shown.main.push_back(all.front());
  for (const Result& result : all)
    if (!has(shown.main, result.name) && !is_of_messages(result)) shown.others.push_back(result);
  return shown;
}

}  // namespace flybar::program
