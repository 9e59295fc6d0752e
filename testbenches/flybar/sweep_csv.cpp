#include "testbenches/flybar/sweep_csv.h"

#include <algorithm>

#include "testbenches/flybar/csv.h"
#include "testbenches/flybar/text_table.h"

namespace flybar::program {
namespace {

std::string title(const experiments::Result& result) {
  return result.unit.empty() ? result.name : result.name + " " + result.unit;
}

/// Every result that any point has, in the order in which they first appear.
std::vector<std::string> result_titles(const std::vector<SweepRow>& rows) {
  std::vector<std::string> titles;
  for (const SweepRow& row : rows)
    for (const experiments::Result& result : row.results)
      if (std::find(titles.begin(), titles.end(), title(result)) == titles.end())
        titles.push_back(title(result));
  return titles;
}

std::string value_of(const SweepRow& row, const std::string& wanted) {
  for (const experiments::Result& result : row.results)
    if (title(result) == wanted) return for_programs(result.value);
  return "";
}

}  // namespace

std::string sweep_csv(const std::vector<Vary>& axes, const std::vector<SweepRow>& rows) {
  const std::vector<std::string> results = result_titles(rows);
  std::vector<std::string> titles;
  for (const Vary& axis : axes) titles.push_back(axis.key);
  titles.insert(titles.end(), results.begin(), results.end());
  titles.push_back("error");
  std::string text = csv_line(titles);
  for (const SweepRow& row : rows) {
    std::vector<std::string> cells = row.values;
    for (const std::string& result : results) cells.push_back(value_of(row, result));
    cells.push_back(row.error);
    text += csv_line(cells);
  }
  return text;
}

}  // namespace flybar::program
