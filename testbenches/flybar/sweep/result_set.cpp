#include "testbenches/flybar/sweep/result_set.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "models/common/input_file.h"
#include "models/common/quantity.h"
#include "testbenches/flybar/plan/sweep_plan.h"
#include "testbenches/flybar/results/csv.h"
#include "testbenches/flybar/results/record.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& where, const std::string& found) {
  throw ConfigurationError(
      {Fault{where, found, "a file of \"flybar run --json\", or the directory of a sweep",
             "check the path"}});
}

std::string read_text(const std::string& path) {
  const auto text = read_input(path);
  if (!text) refuse(path, "cannot be read");
  return *text;
}

ResultSet read_run(const std::string& path) {
  const Record record = from_json(read_text(path), path);
  ResultSet set{path, record.parameters, {}, {{"", {}, {}}}, record.firmware};
  set.parameters.insert(set.parameters.begin(), {"experiment", record.experiment});
  for (const experiments::Result& result : record.results.numbers)
    set.points.front().results.push_back({result.name, result.unit, {result.value}});
  return set;
}

bool is_seed(const std::string& key) {
  return key.ends_with("seed");
}

/// The points of a set by the values of what varies.
class Points {
 public:
  explicit Points(ResultSet& set) : set_(set) {}

  MeasuredPoint& at(const std::vector<std::string>& values) {
    const auto [known, is_new] = index_.emplace(values, set_.points.size());
    if (is_new) set_.points.push_back({where(values), values, {}});
    return set_.points[known->second];
  }

 private:
  std::string where(const std::vector<std::string>& values) const {
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i)
      text.append(text.empty() ? "" : ", ").append(set_.varied[i]).append("=").append(values[i]);
    return text;
  }

  ResultSet& set_;
  std::map<std::vector<std::string>, std::size_t> index_;
};

void add(MeasuredPoint& point, const std::string& title, const std::string& cell) {
  const auto value = quantity::parse_number(cell, "");
  if (!value) return;
  const std::size_t space = title.find(' ');
  const std::string name = title.substr(0, space);
  for (MeasuredResult& result : point.results)
    if (result.name == name) return result.values.push_back(*value);
  point.results.push_back({name, space == title.npos ? "" : title.substr(space + 1), {*value}});
}

/// Of all points together, those of each row of the sweep's lines of JSON.
std::string firmware_of_sweep(const std::string& directory) {
  constexpr std::string_view kImage = R"("image":")";
  std::set<std::string> images;
  std::ifstream lines(fs::path(directory) / "results.jsonl", std::ios::binary);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find(kImage);
    if (begin == line.npos) continue;
    const std::size_t from = begin + kImage.size();
    images.insert(line.substr(from, line.find('"', from) - from));
  }
  return fmt::format("{}", fmt::join(images, "+"));
}

ResultSet read_sweep(const std::string& directory) {
  ResultSet set{directory, {}, {}, {}, firmware_of_sweep(directory)};
  std::vector<std::string> varied;
  for (const CsvRow& row : csv_rows(read_text(plan_of_sweep(directory).string()))) {
    if (row.size() >= 2 && row[0].starts_with(kVaries))
      varied.push_back(row[0].substr(kVaries.size()));
    else if (row.size() >= 2 && !row[0].starts_with(kSteps))
      set.parameters.emplace_back(row[0].starts_with(kSet) ? row[0].substr(kSet.size()) : row[0],
                                  row[1]);
  }
  const std::string table = table_of_sweep(directory).string();
  const std::vector<CsvRow> rows = csv_rows(read_text(table));
  if (rows.empty() || rows[0].size() < varied.size()) refuse(table, "is no table of a sweep");
  for (std::size_t k = 0; k < varied.size(); ++k)
    if (!is_seed(rows[0][k])) set.varied.push_back(rows[0][k]);
  Points points(set);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].size() != rows[0].size())
      refuse(table + ":" + std::to_string(i + 1), "has another number of cells than the titles");
    std::vector<std::string> values;
    for (std::size_t k = 0; k < varied.size(); ++k)
      if (!is_seed(rows[0][k])) values.push_back(rows[i][k]);
    MeasuredPoint& point = points.at(values);
    for (std::size_t k = varied.size(); k < rows[i].size(); ++k)
      if (rows[0][k] != "error") add(point, rows[0][k], rows[i][k]);
  }
  return set;
}

}  // namespace

ResultSet read_results(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) ? read_sweep(path) : read_run(path);
}

}  // namespace flybar::program
