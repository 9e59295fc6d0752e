#include "testbenches/flybar/report/point_records.h"

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "testbenches/flybar/sweep/sweep_directory.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// The names of the records, in the order of the rows.
std::vector<std::string> names_in(const fs::path& file) {
  std::vector<std::string> names;
  std::ifstream in(file, std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    const Json row = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    const bool named = row.is_object() && row.contains("point") && row["point"].is_string();
    names.push_back(named ? row["point"].get<std::string>() : "");
  }
  return names;
}

/// What the report shows; the rest, such as histograms, may be large.
Json essence(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const Json record = Json::parse(in, nullptr, /*allow_exceptions=*/false);
  if (!record.is_object() || !record.contains("parameters")) return {};
  Json kept;
  for (const char* name : {"program", "parameters", "limit"})
    if (record.contains(name)) kept[name] = record[name];
  if (record.contains("breakdown") && record["breakdown"].contains("utilisation"))
    kept["utilisation"] = record["breakdown"]["utilisation"];
  return kept;
}

}  // namespace

std::vector<Json> point_records(const fs::path& directory, std::size_t rows) {
  std::vector<Json> records(rows);
  const std::vector<std::string> names = names_in(directory / "results.jsonl");
  if (names.size() != rows) return records;
  for (std::size_t i = 0; i < rows; ++i)
    if (!names[i].empty()) records[i] = essence(points_of_sweep(directory) / (names[i] + ".json"));
  return records;
}

}  // namespace flybar::program
