#include "testbenches/flybar/sweep/means.h"

#include <algorithm>
#include <map>

#include "testbenches/flybar/results/csv.h"
#include "testbenches/flybar/results/shown_unit.h"
#include "testbenches/flybar/terminal/text_table.h"

namespace flybar::program {

namespace {

/// One for all means of a result.
std::map<std::string, ShownUnit> units_of(const std::vector<Mean>& means) {
  std::map<std::string, std::vector<double>> values;
  for (const Mean& mean : means) values[mean.result->name].push_back(mean.sample.mean);
  std::map<std::string, ShownUnit> units;
  for (const Mean& mean : means)
    if (const std::string& name = mean.result->name; !units.contains(name))
      units.emplace(name, ShownUnit(mean.result->unit, values[name]));
  return units;
}

}  // namespace

std::vector<Mean> means_of(const ResultSet& set) {
  std::vector<Mean> means;
  for (const MeasuredPoint& point : set.points)
    for (const MeasuredResult& result : point.results)
      means.push_back({&point, &result, sample_of(result.values)});
  return means;
}

bool has_replicates(const ResultSet& set) {
  return std::any_of(set.points.begin(), set.points.end(), [](const MeasuredPoint& point) {
    return std::any_of(point.results.begin(), point.results.end(),
                       [](const MeasuredResult& result) { return result.values.size() > 1; });
  });
}

std::string means_csv(const ResultSet& set) {
  CsvRow titles = set.varied;
  titles.insert(titles.end(), {"result", "unit", "replicates", "mean", "low", "high"});
  std::string text = csv_line(titles);
  for (const Mean& mean : means_of(set)) {
    CsvRow row = mean.point->values;
    const bool several = mean.sample.count > 1;
    const double half = several ? mean.sample.half_width() : 0;
    row.insert(row.end(), {mean.result->name, mean.result->unit, for_programs(mean.sample.count),
                           for_programs(mean.sample.mean),
                           several ? for_programs(mean.sample.mean - half) : "",
                           several ? for_programs(mean.sample.mean + half) : ""});
    text += csv_line(row);
  }
  return text;
}

std::string means_text(const ResultSet& set) {
  std::vector<std::string> titles = set.varied;
  const bool replicated = has_replicates(set);
  titles.insert(titles.end(), {"result", "mean", "unit"});
  if (replicated) titles.insert(titles.end(), {"+-", "replicates"});
  TextTable table(titles);
  const std::vector<Mean> means = means_of(set);
  const std::map<std::string, ShownUnit> units = units_of(means);
  for (const Mean& mean : means) {
    std::vector<std::string> cells = mean.point->values;
    const ShownUnit& unit = units.at(mean.result->name);
    cells.insert(cells.end(), {mean.result->name, unit.text(mean.sample.mean), unit.name()});
    if (replicated)
      cells.insert(cells.end(), {mean.sample.count > 1 ? unit.text(mean.sample.half_width()) : "",
                                 for_people(mean.sample.count)});
    table.add(cells);
  }
  return table.text() + (replicated ? "\n+- is half of the interval of 95 % of the mean\n" : "");
}

}  // namespace flybar::program
