#include "testbenches/flybar/report/sweep_data.h"

#include <algorithm>
#include <chrono>
#include <ctime>

#include <nlohmann/json.hpp>

#include "models/common/fault.h"
#include "models/common/quantity.h"
#include "testbenches/flybar/plan/sweep_plan.h"
#include "testbenches/flybar/report/axis_data.h"
#include "testbenches/flybar/report/point_records.h"
#include "testbenches/flybar/report/sweep_plan_data.h"
#include "testbenches/flybar/results/csv.h"
#include "testbenches/flybar/results/whole_file.h"
#include "testbenches/flybar/sweep/means.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// The table of a sweep: what varies, then what was measured, then the errors.
struct Sheet {
  CsvRow titles;
  std::vector<CsvRow> rows;

  std::vector<std::string> column(std::size_t index) const {
    std::vector<std::string> cells;
    for (const CsvRow& row : rows) cells.push_back(row[index]);
    return cells;
  }
};

Sheet read_sheet(const fs::path& directory) {
  const std::string file = table_of_sweep(directory).string();
  std::vector<CsvRow> rows = csv_rows(whole_file(file).value_or(""));
  if (rows.size() < 2)
    throw ConfigurationError(
        {Fault{file, "is no table of a sweep", "the directory of a sweep",
               "run \"flybar sweep ... -o " + directory.string() + "\" first"}});
  CsvRow titles = std::move(rows.front());
  rows.erase(rows.begin());
  for (CsvRow& row : rows) row.resize(titles.size());
  return {std::move(titles), std::move(rows)};
}

/// "latency us" is a name and a unit.
std::pair<std::string, std::string> name_and_unit(const std::string& title) {
  const std::size_t space = title.find(' ');
  return {title.substr(0, space), space == title.npos ? "" : title.substr(space + 1)};
}

Json axis(const std::string& key, const std::vector<std::string>& texts) {
  Json json{{"key", key}, {"unit", ""}, {"texts", texts}};
  if (const auto found = magnitudes(texts)) {
    json["unit"] = found->unit;
    json["numbers"] = found->numbers;
  }
  return json;
}

bool is_result(const std::string& title, const std::vector<std::string>& cells) {
  return title != "error" && std::all_of(cells.begin(), cells.end(), [](const std::string& cell) {
           return cell.empty() || quantity::parse_number(cell, "");
         });
}

Json result(const std::string& title, const std::vector<std::string>& cells) {
  const auto [name, unit] = name_and_unit(title);
  Json values = Json::array();
  for (const std::string& cell : cells) {
    const auto value = quantity::parse_number(cell, "");
    values.push_back(value ? Json(*value) : Json());
  }
  return {{"name", name}, {"unit", unit}, {"values", std::move(values)}};
}

Json limits_of(const std::vector<Json>& records) {
  Json limits = Json::array();
  for (const Json& record : records)
    limits.push_back(record.contains("limit") ? record["limit"] : Json(""));
  return limits;
}

/// {"columns", "nodes", "rows": [for each point [for each node [%...]]]}; nothing if records have
/// no such tables, or of different nodes.
Json utilisation_of(const std::vector<Json>& records) {
  Json columns = Json::array(), nodes = Json::array(), rows = Json::array();
  for (const Json& record : records) {
    if (!record.contains("utilisation")) {
      rows.push_back(Json());
      continue;
    }
    Json names = Json::array(), shares = Json::array();
    for (const Json& node : record["utilisation"]) {
      names.push_back(node.at("node"));
      Json values = Json::array(), titles = Json::array();
      for (const auto& [title, value] : node.items())
        if (title.ends_with(" %")) {
          titles.push_back(title);
          values.push_back(value);
        }
      columns = std::move(titles);
      shares.push_back(std::move(values));
    }
    if (nodes.empty()) nodes = names;
    rows.push_back(names == nodes ? std::move(shares) : Json());
  }
  if (nodes.empty()) return {};
  return {{"columns", columns}, {"nodes", nodes}, {"rows", rows}};
}

/// Each program that made one of the records.
Json programs_of(const std::vector<Json>& records) {
  Json programs = Json::array();
  for (const Json& record : records)
    if (record.contains("program") &&
        std::find(programs.begin(), programs.end(), record["program"]) == programs.end())
      programs.push_back(record["program"]);
  return programs;
}

/// What has one value in all of the records.
Json same_parameters(const std::vector<Json>& records) {
  Json same = Json::array();
  const auto first =
      std::find_if(records.begin(), records.end(), [](const Json& r) { return !r.is_null(); });
  if (first == records.end()) return same;
  for (const auto& [key, value] : (*first)["parameters"].items())
    if (std::all_of(first, records.end(), [&, k = key, v = value](const Json& record) {
          return record.is_null() || record["parameters"].value(k, Json()) == v;
        }))
      same.push_back({key, value});
  return same;
}

/// When the table was written, "2026-01-31 12:00 UTC": the one date that there is.
std::string written(const fs::path& table) {
  const auto at = std::chrono::file_clock::to_sys(fs::last_write_time(table));
  const std::time_t seconds = std::chrono::system_clock::to_time_t(
      std::chrono::time_point_cast<std::chrono::system_clock::duration>(at));
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts);
  return {text, size};
}

/// For each point and result; nothing if no point was run with several seeds.
Json means(const fs::path& directory) {
  const ResultSet set = read_results(directory.string());
  Json rows = Json::array();
  if (!has_replicates(set)) return rows;
  for (const Mean& mean : means_of(set)) {
    const bool several = mean.sample.count > 1;
    rows.push_back({{"point", mean.point->where},
                    {"result", mean.result->name},
                    {"unit", mean.result->unit},
                    {"replicates", mean.sample.count},
                    {"mean", mean.sample.mean},
                    {"half", several ? Json(mean.sample.half_width()) : Json()}});
  }
  return rows;
}

Json pairs(const std::vector<std::pair<std::string, std::string>>& all) {
  Json json = Json::array();
  for (const auto& [key, value] : all) json.push_back({key, value});
  return json;
}

/// What the points have in their columns.
Json points(const Sheet& sheet, std::size_t axes) {
  Json json{{"axes", Json::array()}, {"results", Json::array()}};
  std::vector<std::string> errors(sheet.rows.size());
  for (std::size_t i = 0; i < sheet.titles.size(); ++i) {
    const std::vector<std::string> cells = sheet.column(i);
    if (i < axes)
      json["axes"].push_back(axis(sheet.titles[i], cells));
    else if (is_result(sheet.titles[i], cells))
      json["results"].push_back(result(sheet.titles[i], cells));
    else if (sheet.titles[i] == "error")
      errors = cells;
  }
  json["errors"] = errors;
  return json;
}

}  // namespace

Json sweep_data(const fs::path& directory) {
  const Sheet sheet = read_sheet(directory);
  const KeptPlan plan = kept_plan(directory);
  const std::size_t axes = plan.varied.size();
  if (sheet.titles.size() < axes)
    throw ConfigurationError({Fault{table_of_sweep(directory).string(),
                                    "has fewer columns than its plan has keys that vary",
                                    "the table of this plan", "run the sweep again"}});
  const std::vector<Json> records = point_records(directory, sheet.rows.size());

  Json sweep = points(sheet, axes);
  sweep["run"] = plan.run;
  sweep["limits"] = limits_of(records);
  if (Json use = utilisation_of(records); !use.is_null()) sweep["utilisation"] = std::move(use);
  return {{"title", plan.experiment + ": " + std::to_string(sheet.rows.size()) + " points"},
          {"written", written(table_of_sweep(directory))},
          {"programs", programs_of(records)},
          {"fixed", pairs(plan.fixed)},
          {"parameters", same_parameters(records)},
          {"command", plan.sweep},
          {"sweep", std::move(sweep)},
          {"means", means(directory)}};
}

}  // namespace flybar::program
