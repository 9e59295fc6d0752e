#include <algorithm>

#include "testbenches/flybar/results/csv.h"
#include "testbenches/flybar/sweep/sweep_table.h"
#include "testbenches/flybar/terminal/text_table.h"
#include "testbenches/flybar/terminal/version.h"

namespace flybar::program {
namespace {

bool alike(const experiments::Result& a, const experiments::Result& b) {
  return a.name == b.name && a.unit == b.unit;
}

std::string title(const experiments::Result& result) {
  return result.unit.empty() ? result.name : result.name + " " + result.unit;
}

}  // namespace

const experiments::Result* find_result(const SweepRow& row, const experiments::Result& like) {
  const auto found = std::find_if(row.results.begin(), row.results.end(),
                                  [&](const auto& result) { return alike(result, like); });
  return found == row.results.end() ? nullptr : &*found;
}

std::vector<experiments::Result> results_of(const SweepTable& table) {
  std::vector<experiments::Result> all;
  for (const SweepRow& row : table.rows)
    for (const experiments::Result& result : row.results)
      if (std::none_of(all.begin(), all.end(),
                       [&](const auto& other) { return alike(result, other); }))
        all.push_back(result);
  return all;
}

std::string sweep_csv(const SweepTable& table) {
  const std::vector<experiments::Result> results = results_of(table);
  CsvRow titles;
  for (const Vary& axis : table.plan.axes) titles.push_back(axis.key);
  for (const experiments::Result& result : results) titles.push_back(title(result));
  titles.push_back("error");
  std::string text = csv_line(titles);
  for (const SweepRow& row : table.rows) {
    CsvRow cells = row.values;
    for (const experiments::Result& like : results) {
      const experiments::Result* result = find_result(row, like);
      cells.push_back(result ? for_programs(result->value) : "");
    }
    cells.push_back(row.error);
    text += csv_line(cells);
  }
  return text;
}

std::vector<std::pair<std::string, std::string>> provenance_of(const SweepTable& table) {
  const RunRequest& base = table.plan.base;
  std::vector<std::pair<std::string, std::string>> all{{"program", version()},
                                                       {"commit", commit()},
                                                       {"compiler", compiler()},
                                                       {"experiment", base.experiment}};
  if (base.system.empty())
    all.emplace_back("platform", base.platform);
  else
    all.emplace_back("system", base.system);
  all.emplace_back("nic", base.nic);
  for (const std::string& image : base.firmware) all.emplace_back("firmware", image);
  for (const std::string& object : base.load) all.emplace_back("load", object);
  for (const std::string& setting : base.settings) all.emplace_back("set", setting);
  for (const Expression& constraint : table.plan.constraints)
    all.emplace_back("constraint", constraint.text());
  return all;
}

}  // namespace flybar::program
