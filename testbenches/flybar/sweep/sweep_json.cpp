#include <nlohmann/json.hpp>

#include <fstream>

#include "testbenches/flybar/sweep/sweep_table.h"
#include "testbenches/flybar/terminal/version.h"

namespace flybar::program {
namespace {

using Json = nlohmann::ordered_json;

/// Characters, so that no row number is taken for a name.
constexpr std::size_t kShortestName = 8;

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json varied(const SweepTable& table, const SweepRow& row) {
  Json all = Json::object();
  for (std::size_t i = 0; i < table.plan.axes.size(); ++i)
    all[table.plan.axes[i].key] = row.values[i];
  return all;
}

/// Texts of one name become a list.
Json provenance(const SweepTable& table) {
  Json all = Json::object();
  for (const auto& [name, text] : provenance_of(table)) {
    const bool list = name == "set" || name == "constraint" || name == "firmware" || name == "load";
    if (list)
      all[name].push_back(text);
    else
      all[name] = text;
  }
  return all;
}

Json column_of_axis(const Vary& axis, const AxisAbout& about) {
  return {{"name", axis.key},
          {"titles", axis.key},
          {"datatype", "string"},
          {"dc:description", about.summary},
          {"flybar:role", "varied"},
          {"flybar:unit", about.unit},
          {"flybar:allowed", about.allowed},
          {"flybar:confidence", about.confidence},
          {"dc:source", about.source}};
}

Json column_of_result(const experiments::Result& result) {
  return {{"name", result.name},
          {"titles", result.unit.empty() ? result.name : result.name + " " + result.unit},
          {"datatype", "number"},
          {"flybar:role", "result"},
          {"flybar:unit", result.unit}};
}

FoundRow row_of(const Json& json) {
  FoundRow row{json.at("row"),
               json.at("point"),
               json.at("status"),
               json.value("error", ""),
               json.at("provenance").at("command"),
               {},
               {}};
  for (const auto& [key, value] : json.at("varied").items()) row.varied.emplace_back(key, value);
  for (const auto& [name, result] : json.at("results").items())
    row.results.push_back({name, result.at("value"), result.at("unit")});
  return row;
}

[[noreturn]] void refuse(const std::string& where, const std::string& found,
                         const std::string& allowed) {
  throw ConfigurationError({Fault{where, found, allowed, "see results.csv in the directory"}});
}

}  // namespace

FoundRow find_row(const std::filesystem::path& directory, const std::string& point) {
  const std::string file = (directory / "results.jsonl").string();
  std::ifstream in(file, std::ios::binary);
  if (!in.is_open()) refuse(file, "cannot be read", "the directory of a sweep");
  std::vector<FoundRow> found;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    try {
      FoundRow row = row_of(json);
      if (std::to_string(row.number) == point) return row;
      if (point.size() >= kShortestName && row.point.starts_with(point))
        found.push_back(std::move(row));
    } catch (const Json::exception&) {
      refuse(file + ":" + std::to_string(number), "is no row of a sweep", "what a sweep writes");
    }
  }
  if (found.empty())
    refuse(directory.string(), "has no point \"" + point + "\"",
           "a row 1 .. " + std::to_string(number) + ", or the beginning of a point's name");
  return found.front();
}

std::string sweep_csv_metadata(const SweepTable& table) {
  Json columns = Json::array();
  for (std::size_t i = 0; i < table.plan.axes.size(); ++i)
    columns.push_back(column_of_axis(table.plan.axes[i], table.about[i]));
  for (const experiments::Result& result : results_of(table))
    columns.push_back(column_of_result(result));
  columns.push_back({{"name", "error"},
                     {"titles", "error"},
                     {"datatype", "string"},
                     {"dc:description", "why the point has no results"},
                     {"flybar:role", "error"}});
  Json json;
  json["@context"] = {"http://www.w3.org/ns/csvw", {{"flybar", "urn:flybar:"}}};
  json["url"] = "results.csv";
  json["flybar:schema"] = kSchema;
  json["flybar:provenance"] = provenance(table);
  json["tableSchema"] = {{"columns", std::move(columns)}};
  return dumped(json, 2);
}

std::string sweep_json_lines(const SweepTable& table) {
  const Json made_by = provenance(table);
  std::string text;
  int number = 0;
  for (const SweepRow& row : table.rows) {
    Json json;
    json["schema"] = kSchema;
    json["row"] = ++number;
    json["point"] = row.point;
    json["status"] = row.status;
    if (!row.error.empty()) json["error"] = row.error;
    json["varied"] = varied(table, row);
    json["results"] = Json::object();
    for (const experiments::Result& result : row.results)
      json["results"][result.name] = {{"value", result.value}, {"unit", result.unit}};
    json["provenance"] = made_by;
    if (!row.firmware.empty()) json["provenance"]["image"] = row.firmware;
    json["provenance"]["command"] = row.command;
    text += dumped(json, -1);
  }
  return text;
}

}  // namespace flybar::program
