#include "testbenches/flybar/sweep/sweep_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "testbenches/flybar/results/shown_results.h"
#include "testbenches/flybar/results/shown_unit.h"
#include "testbenches/flybar/terminal/terminal_text.h"
#include "testbenches/flybar/terminal/text_table.h"

namespace flybar::program {
namespace {

using experiments::Result;

constexpr std::size_t kMostResults = 4;  ///< without a headline

std::vector<Result> wanted_results(const SweepTable& table, const std::vector<std::string>& names) {
  std::vector<Result> wanted;
  for (const std::string& name : names)
    for (const Result& result : results_of(table))
      if (result.name == name) wanted.push_back(result);
  return wanted;
}

/// If there is room for all of them.
std::vector<Result> candidates_of(const SweepTable& table, const SweepColumns& columns) {
  if (!columns.wanted.empty()) return wanted_results(table, columns.wanted);
  const ShownResults shown = shown_results(results_of(table), columns.headline);
  std::vector<Result> results = shown.main;
  for (const Result& other : shown.others)
    if (results.size() < kMostResults) results.push_back(other);
  return results;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// One unit for the column.
ShownUnit unit_of(const SweepTable& table, const Result& result) {
  std::vector<double> values;
  for (const SweepRow& row : table.rows)
    if (const Result* found = find_result(row, result)) values.push_back(found->value);
  return {result.unit, values};
}

std::string rows_text(const SweepTable& table, const std::vector<Result>& results) {
  const bool failed = std::any_of(table.rows.begin(), table.rows.end(),
                                  [](const SweepRow& row) { return !row.error.empty(); });
  std::vector<std::string> titles;
  std::vector<ShownUnit> units;
  for (const Vary& axis : table.plan.axes) titles.push_back(axis.key);
  for (const Result& result : results) {
    units.push_back(unit_of(table, result));
    titles.push_back(result.unit.empty() ? result.name : result.name + " " + units.back().name());
  }
  if (failed) titles.push_back("error");
  TextTable text(titles);
  for (const SweepRow& row : table.rows) {
    std::vector<std::string> cells = row.values;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Result* found = find_result(row, results[i]);
      cells.push_back(found ? units[i].text(found->value) : "");
    }
    if (failed) cells.push_back(first_line(row.error));
    text.add(cells);
  }
  return text.text();
}

/// The results that are in no column.
std::string left_out_text(const SweepTable& table, const std::vector<Result>& shown) {
  constexpr std::size_t kHanging = 2;
  std::vector<std::string> names;
  for (const Result& result : results_of(table))
    if (std::none_of(shown.begin(), shown.end(),
                     [&](const Result& other) { return other.name == result.name; }))
      names.push_back(result.name);
  if (names.empty()) return "";
  return wrapped(fmt::format("{} more column{} in results.csv, shown with --result: {}",
                             names.size(), names.size() == 1 ? "" : "s", fmt::join(names, ", ")),
                 kSweepWidth, kHanging);
}

std::string table_text(const SweepTable& table, const SweepColumns& columns,
                       std::vector<Result> results) {
  std::string rows = rows_text(table, results);
  while (columns.wanted.empty() && results.size() > 1 && rows.find('\n') > kSweepWidth) {
    results.pop_back();
    rows = rows_text(table, results);
  }
  return rows + left_out_text(table, results) + "\n";
}

/// -1: the least is best (times), 1: the greatest is (rates), 0: no value is better than another.
int sense_of(const std::string& unit) {
  if (unit == "us") return -1;
  return unit.ends_with("/s") ? 1 : 0;
}

std::string best_text(const SweepTable& table, const std::vector<Result>& results) {
  if (results.empty() || table.rows.size() < 2 || sense_of(results[0].unit) == 0) return "";
  const int sense = sense_of(results[0].unit);
  const SweepRow* best = nullptr;
  for (const SweepRow& row : table.rows) {
    const Result* found = find_result(row, results[0]);
    if (!found) continue;
    const Result* most = best ? find_result(*best, results[0]) : nullptr;
    if (!most || sense * found->value > sense * most->value) best = &row;
  }
  if (!best) return "";
  const double value = find_result(*best, results[0])->value;
  const ShownUnit unit(results[0].unit, {value});
  std::string text =
      fmt::format("best: {} {} {} at", results[0].name, unit.text(value), unit.name());
  for (std::size_t i = 0; i < table.plan.axes.size(); ++i)
    text += fmt::format("{} {} = {}", i == 0 ? "" : ",", table.plan.axes[i].key, best->values[i]);
  return text + "\n";
}

}  // namespace

void check_wanted(const std::vector<std::string>& names, const SweepTable& table) {
  std::vector<std::string> there;
  for (const Result& result : results_of(table)) there.push_back(result.name);
  if (!there.empty()) check_wanted(names, there);
}

std::string sweep_text(const SweepTable& table, const SweepColumns& columns) {
  const std::vector<Result> results = candidates_of(table, columns);
  const std::string rows =
      table.rows.size() <= kMostShownPoints ? table_text(table, columns, results) : "";
  return rows + best_text(table, results);
}

}  // namespace flybar::program
