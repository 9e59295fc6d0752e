#include "testbenches/flybar/sweep/sweep_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "testbenches/flybar/command/text_table.h"

namespace flybar::program {
namespace {

constexpr std::size_t kMostRows = 20;
constexpr std::size_t kMostResults = 4;

/// Those of the messages are left to the files.
std::vector<experiments::Result> shown_results(const SweepTable& table) {
  std::vector<experiments::Result> shown;
  for (const experiments::Result& result : results_of(table))
    if (shown.size() < kMostResults && !result.name.starts_with("message_"))
      shown.push_back(result);
  return shown;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string rows_text(const SweepTable& table) {
  const std::vector<experiments::Result> results = shown_results(table);
  const bool failed = std::any_of(table.rows.begin(), table.rows.end(),
                                  [](const SweepRow& row) { return !row.error.empty(); });
  std::vector<std::string> titles;
  for (const Vary& axis : table.plan.axes) titles.push_back(axis.key);
  for (const experiments::Result& result : results)
    titles.push_back(result.unit.empty() ? result.name : result.name + " " + result.unit);
  if (failed) titles.push_back("error");
  TextTable text(titles);
  for (const SweepRow& row : table.rows) {
    std::vector<std::string> cells = row.values;
    for (const experiments::Result& result : results) {
      const experiments::Result* found = find_result(row, result);
      cells.push_back(found ? for_people(found->value) : "");
    }
    if (failed) cells.push_back(first_line(row.error));
    text.add(cells);
  }
  return text.text();
}

/// -1: the least is best (times), 1: the greatest is (rates), 0: no value is better than another.
int sense_of(const std::string& unit) {
  if (unit == "us") return -1;
  return unit.ends_with("/s") ? 1 : 0;
}

std::string best_text(const SweepTable& table) {
  const std::vector<experiments::Result> results = shown_results(table);
  if (results.empty() || table.rows.size() < 2 || sense_of(results[0].unit) == 0) return "";
  const int sense = sense_of(results[0].unit);
  const SweepRow* best = nullptr;
  for (const SweepRow& row : table.rows) {
    const experiments::Result* found = find_result(row, results[0]);
    if (!found) continue;
    const experiments::Result* most = best ? find_result(*best, results[0]) : nullptr;
    if (!most || sense * found->value > sense * most->value) best = &row;
  }
  if (!best) return "";
  std::string text =
      fmt::format("best: {} {} {} at", results[0].name,
                  for_people(find_result(*best, results[0])->value), results[0].unit);
  for (std::size_t i = 0; i < table.plan.axes.size(); ++i)
    text += fmt::format("{} {} = {}", i == 0 ? "" : ",", table.plan.axes[i].key, best->values[i]);
  return text + "\n";
}

}  // namespace

std::string sweep_text(const SweepTable& table) {
  const std::string rows = table.rows.size() <= kMostRows ? rows_text(table) + "\n" : "";
  return rows + best_text(table);
}

}  // namespace flybar::program
