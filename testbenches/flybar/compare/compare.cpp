#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/prepare/fingerprint.h"
#include "testbenches/flybar/results/named_files.h"
#include "testbenches/flybar/results/record.h"
#include "testbenches/flybar/results/sample.h"
#include "testbenches/flybar/results/shown_results.h"
#include "testbenches/flybar/results/shown_unit.h"
#include "testbenches/flybar/results/student.h"
#include "testbenches/flybar/sweep/result_set.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/output.h"
#include "testbenches/flybar/terminal/text_table.h"

namespace flybar::program {
namespace {

/// A difference is called significant if chance alone would make one as large less often.
constexpr double kSignificance = 0.05;

/// Welch's t-test; nothing where there are not several values of both, or none of them differ.
std::optional<double> chance(const Sample& a, const Sample& b) {
  const double sum = a.variance + b.variance;
  if (a.count < 2 || b.count < 2 || sum <= 0) return std::nullopt;
  const double t = std::abs(a.mean - b.mean) / std::sqrt(sum);
  const double freedom =
      sum * sum /
      (a.variance * a.variance / (a.count - 1) + b.variance * b.variance / (b.count - 1));
  return 2 * boost::math::cdf(complement(Student(freedom), t));
}

/// One result under one condition in all sets.
struct Line {
  std::string where;
  std::string name;
  std::string unit;
  std::vector<std::optional<Sample>> samples;  ///< by set

  /// Of a set against the first; nothing if one of them has no such result. Of 0 it is infinite.
  std::optional<double> percent(std::size_t set) const {
    if (!samples[0] || !samples[set]) return std::nullopt;
    if (samples[0]->mean == samples[set]->mean) return 0;
    if (samples[0]->mean == 0) return std::numeric_limits<double>::infinity();
    return 100 * (samples[set]->mean / samples[0]->mean - 1);
  }
};

std::vector<Line> lines_of(const std::vector<ResultSet>& sets,
                           const std::vector<std::string>& wanted) {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < sets.size(); ++i)
    for (const MeasuredPoint& point : sets[i].points)
      for (const MeasuredResult& result : point.results) {
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), result.name) == wanted.end())
          continue;
        auto line = std::find_if(lines.begin(), lines.end(), [&](const Line& other) {
          return other.where == point.where && other.name == result.name &&
                 other.unit == result.unit;
        });
        if (line == lines.end())
          line = lines.insert(lines.end(), {point.where, result.name, result.unit,
                                            std::vector<std::optional<Sample>>(sets.size())});
        line->samples[i] = sample_of(result.values);
      }
  return lines;
}

std::string letter_of(std::size_t set) {
  return std::string(1, static_cast<char>('A' + set));
}

/// What the chips ran, if it is not the same.
void add_firmware(TextTable& table, const std::vector<ResultSet>& sets) {
  std::vector<std::string> cells{"firmware"};
  std::set<std::string> different;
  for (const ResultSet& set : sets) {
    different.insert(set.firmware);
    cells.push_back(set.firmware.empty() ? "-" : short_firmware(set.firmware));
  }
  if (different.size() > 1) table.add(cells);
}

/// The parameters that do not have the same value in all sets.
std::string parameters_text(const std::vector<ResultSet>& sets) {
  std::vector<std::string> titles{"parameter"};
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    titles.push_back(letter_of(i));
    for (const auto& [key, value] : sets[i].parameters)
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  TextTable table(titles);
  for (const std::string& key : keys) {
    std::vector<std::string> cells{key};
    for (const ResultSet& set : sets) {
      const auto found = std::find_if(set.parameters.begin(), set.parameters.end(),
                                      [&](const auto& other) { return other.first == key; });
      cells.push_back(found == set.parameters.end() ? "-" : found->second);
    }
    if (std::set<std::string>(cells.begin() + 1, cells.end()).size() > 1) table.add(cells);
  }
  add_firmware(table, sets);
  return table.empty() ? "all parameters are the same\n" : table.text();
}

std::string percent_text(const std::optional<double>& percent) {
  if (!percent) return "-";
  return std::isinf(*percent) ? "new" : with_sign(*percent) + " %";
}

/// "" if there is nothing to judge by.
std::string significance_text(const Line& line, std::size_t set) {
  if (!line.samples[0] || !line.samples[set]) return "";
  const auto p = chance(*line.samples[0], *line.samples[set]);
  if (!p) return "";
  return fmt::format("{} (p = {:.2g})", *p < kSignificance ? "significant" : "by chance", *p);
}

ShownUnit unit_of(const Line& line) {
  std::vector<double> means;
  for (const auto& sample : line.samples)
    if (sample) means.push_back(sample->mean);
  return {line.unit, means};
}

std::string results_text(const std::vector<Line>& lines, std::size_t sets) {
  const bool points =
      std::any_of(lines.begin(), lines.end(), [](const Line& line) { return !line.where.empty(); });
  std::vector<std::string> titles;
  if (points) titles.push_back("at");
  titles.insert(titles.end(), {"result", "unit", "A"});
  bool judged = false;
  for (std::size_t i = 1; i < sets; ++i) {
    titles.insert(titles.end(), {letter_of(i), letter_of(i) + " - A"});
    for (const Line& line : lines) judged |= !significance_text(line, i).empty();
  }
  if (judged)
    for (std::size_t i = 1; i < sets; ++i) titles.push_back(letter_of(i) + " from A");
  TextTable table(titles);
  for (const Line& line : lines) {
    std::vector<std::string> cells;
    if (points) cells.push_back(line.where);
    const ShownUnit unit = unit_of(line);
    cells.insert(cells.end(), {line.name, unit.name()});
    for (std::size_t i = 0; i < sets; ++i) {
      cells.push_back(line.samples[i] ? unit.text(line.samples[i]->mean) : "-");
      if (i > 0) cells.push_back(percent_text(line.percent(i)));
    }
    if (judged)
      for (std::size_t i = 1; i < sets; ++i) cells.push_back(significance_text(line, i));
    table.add(cells);
  }
  return table.text();
}

std::string to_json(const std::vector<Line>& lines, std::size_t sets) {
  std::vector<JsonRow> rows;
  for (const Line& line : lines) {
    JsonRow row{{{"at", line.where}, {"result", line.name}, {"unit", line.unit}}, {}};
    for (std::size_t i = 0; i < sets; ++i) {
      if (line.samples[i]) row.numbers.emplace_back(letter_of(i), line.samples[i]->mean);
      const auto percent = line.percent(i);
      if (i > 0 && percent && std::isfinite(*percent))
        row.numbers.emplace_back(letter_of(i) + "_percent", *percent);
    }
    rows.push_back(std::move(row));
  }
  return to_json("comparison", rows);
}

/// "2%" or "2 %"; nothing if it is not given.
std::optional<double> limit_of(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  std::string spaced = *text;
  if (spaced.ends_with("%") && !spaced.ends_with(" %")) spaced.insert(spaced.size() - 1, " ");
  const auto percent = quantity::parse_number(spaced, "%");
  if (percent && *percent >= 0) return percent;
  throw UsageError({"--fail-above", "\"" + *text + "\" is no difference", "0 % or more",
                    "write for example --fail-above 2%"});
}

/// How many results differ by more than the limit, or are not in all sets.
std::size_t count_above(const std::vector<Line>& lines, std::size_t sets, double limit) {
  std::size_t above = 0;
  for (const Line& line : lines)
    for (std::size_t i = 1; i < sets; ++i) {
      const auto percent = line.percent(i);
      above += !percent || std::abs(*percent) > limit;
    }
  return above;
}

void check_results(const CompareRequest& request, const std::vector<ResultSet>& sets) {
  std::vector<std::string> names;
  for (const ResultSet& set : sets)
    for (const MeasuredPoint& point : set.points)
      for (const MeasuredResult& result : point.results)
        if (std::find(names.begin(), names.end(), result.name) == names.end())
          names.push_back(result.name);
  check_wanted(request.results, names);
}

}  // namespace

int execute(const CompareRequest& request) {
  if (request.paths.size() < 2 || request.paths.size() > 26)
    throw UsageError({"flybar compare", fmt::format("{} sets of results", request.paths.size()),
                      "2 to 26", "name files of \"flybar run --json\", or directories of sweeps"});
  const std::optional<double> limit = limit_of(request.fail_above);
  std::vector<NamedFile> inputs;
  append(inputs, "RESULTS", request.paths);
  refuse_collisions({{"--json", request.json}}, inputs);
  Destination json(request.json);
  std::vector<ResultSet> sets;
  for (const std::string& path : request.paths) sets.push_back(read_results(path));
  check_results(request, sets);
  const std::vector<Line> lines = lines_of(sets, request.results);
  json.write(to_json(lines, sets.size()));
  std::string text;
  for (std::size_t i = 0; i < sets.size(); ++i) text += letter_of(i) + " = " + sets[i].path + "\n";
  text += "\n" + parameters_text(sets) + "\n" + results_text(lines, sets.size());
  const std::size_t above = limit ? count_above(lines, sets.size(), *limit) : 0;
  if (limit)
    text += fmt::format("\n{} of {} differences are above {}\n", above,
                        lines.size() * (sets.size() - 1), quantity::print_number(*limit, "%"));
  if (!json.is_stdout()) print(text);
  return above > 0 ? kDiffers : kOk;
}

}  // namespace flybar::program
