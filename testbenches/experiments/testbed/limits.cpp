#include "testbenches/experiments/testbed/limits.h"

#include <algorithm>

#include <fmt/format.h>

namespace flybar::experiments {

namespace {

/// A resource that is busy for less does not limit the rate.
constexpr double kBusy = 75;  // %
constexpr std::size_t kShownWaits = 3;

std::string busiest(const std::vector<Load>& loads) {
  std::string line = fmt::format("the {} of {} is busy {:.0f} %", loads[0].resource, loads[0].node,
                                 loads[0].percent);
  if (loads.size() > 1)
    line += fmt::format("; with it free the next is the {} of {}, {:.0f} %", loads[1].resource,
                        loads[1].node, loads[1].percent);
  return line;
}

/// The rows of the table of what messages waited for, the longest first.
std::string longest_waits(const std::vector<Table>& tables) {
  const auto table = std::find_if(tables.begin(), tables.end(), [](const Table& other) {
    return other.name == "what messages waited for";
  });
  if (table == tables.end()) return "";
  std::vector<Table::Row> rows = table->rows;
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.values[1] > b.values[1]; });
  std::string line;
  for (std::size_t i = 0; i < std::min(kShownWaits, rows.size()); ++i)
    line += fmt::format("{}{} {:.0f} %", i == 0 ? "" : ", ", rows[i].name, rows[i].values[1]);
  return line;
}

}  // namespace

std::string limits_line(std::vector<Load> loads, const std::vector<Table>& tables) {
  if (loads.empty()) return "";
  std::stable_sort(loads.begin(), loads.end(),
                   [](const Load& a, const Load& b) { return a.percent > b.percent; });
  std::string line = busiest(loads);
  if (loads[0].percent < kBusy) line = "no resource is busy all the time: " + line;
  const std::string waits = longest_waits(tables);
  if (!waits.empty()) line += "; messages wait for: " + waits;
  return line;
}

}  // namespace flybar::experiments
