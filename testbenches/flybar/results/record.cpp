#include "testbenches/flybar/results/record.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include "testbenches/flybar/terminal/version.h"

namespace flybar::program {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kIndent = 2;

/// Deep enough for any record, and shallow enough for the parser's stack.
Json parse(std::string_view text, const std::string& file,
           const Json::parser_callback_t& wanted = nullptr) {
  Json json = Json::parse(text, wanted, /*allow_exceptions=*/false);
  if (json.is_discarded())
    throw ConfigurationError({Fault{file, "is not JSON", "what \"flybar run --json\" writes",
                                    "remove the file and run again"}});
  return json;
}

/// Replaces what is no UTF-8 (a file name, say) instead of failing at the end of a run.
std::string dumped(const Json& json) {
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json rows_of(const experiments::Table& table) {
  Json rows = Json::array();
  for (const experiments::Table::Row& row : table.rows) {
    Json object;
    object[table.row_title] = row.name;
    for (std::size_t i = 0; i < table.columns.size(); ++i) object[table.columns[i]] = row.values[i];
    rows.push_back(std::move(object));
  }
  return rows;
}

Json buckets_of(const experiments::Histogram& times) {
  Json buckets = Json::array();
  for (const experiments::Histogram::Bucket& bucket : times.buckets())
    buckets.push_back(
        {{"from", bucket.from.us()}, {"to", bucket.to.us()}, {"count", bucket.count}});
  return buckets;
}

void add_limit(Json& json, const experiments::Results& results) {
  const experiments::Limit& limit = results.limit;
  using Kind = experiments::Limit::Kind;
  const char* const kind = limit.kind == Kind::kSaturated ? "saturated"
                           : limit.kind == Kind::kBusiest ? "busiest"
                                                          : "longest wait";
  json["limit"] = limit.text;
  json["limited_by"] = {{"resource", limit.resource},
                        {"kind", kind},
                        {"percent", limit.percent},
                        {"faster_with", limit.relief}};
  if (!results.reliefs.empty()) json["reliefs"] = results.reliefs;
}

Json object_of(const JsonRow& row) {
  Json object = Json::object();
  for (const auto& [key, text] : row.texts) object[key] = text;
  for (const auto& [key, number] : row.numbers) {
    if (number == std::nearbyint(number) && std::abs(number) < 9e15)
      object[key] = static_cast<std::int64_t>(number);  // counts without ".0"
    else
      object[key] = number;
  }
  return object;
}

[[noreturn]] void refuse(const std::string& file) {
  throw ConfigurationError(
      {Fault{file, "is JSON, but no record of a run", "what \"flybar run --json\" writes",
             "remove the file and run again"}});
}

/// What is not kept is not built, which is most of the work.
Json::parser_callback_t only(std::vector<std::string> members) {
  return [members = std::move(members)](int depth, Json::parse_event_t event, const Json& key) {
    return depth != 1 || event != Json::parse_event_t::key ||
           std::find(members.begin(), members.end(), key) != members.end();
  };
}

std::vector<experiments::Result> results_of(const Json& json) {
  std::vector<experiments::Result> results;
  for (const auto& [name, result] : json.at("results").items())
    results.push_back(
        {name, result.at("value").get<double>(), result.at("unit").get<std::string>()});
  return results;
}

}  // namespace

std::string to_json(const Record& record) {
  Json json;
  json["schema"] = kSchema;
  json["program"] = {{"version", version()}, {"commit", commit()}, {"compiler", compiler()}};
  if (!record.firmware.empty()) json["program"]["firmware"] = record.firmware;
  json["experiment"] = record.experiment;
  json["parameters"] = Json::object();
  for (const auto& [key, value] : record.parameters) json["parameters"][key] = value;
  json["results"] = Json::object();
  for (const experiments::Result& result : record.results.numbers)
    json["results"][result.name] = {{"value", result.value}, {"unit", result.unit}};
  for (const experiments::Table& table : record.results.tables)
    json["breakdown"][table.name] = rows_of(table);
  for (const experiments::NamedHistogram& histogram : record.results.histograms)
    json["histograms"][histogram.name] = {{"unit", "us"}, {"buckets", buckets_of(histogram.times)}};
  for (const experiments::NotedMessage& message : record.results.messages)
    json["messages"][message.name] = {
        {"id", message.id}, {"begin_us", message.begin.us()}, {"latency_us", message.latency.us()}};
  if (!record.results.limit.text.empty()) add_limit(json, record.results);
  if (!record.ended_early.empty()) json["ended_early"] = record.ended_early;
  if (!record.results.failure.empty()) json["failure"] = record.results.failure;
  for (const experiments::OutputLine& line : record.results.output)
    json["output"].push_back(
        {{"program", line.program}, {"at_us", line.at.us()}, {"text", line.text}});
  if (!record.results.notes.empty()) json["notes"] = record.results.notes;
  json["simulated_time_us"] = record.results.simulated.us();
  json["wall_seconds"] = record.wall_seconds;
  json["nic_cycles"] = record.results.nic_cycles;
  return dumped(json);
}

Record from_json(std::string_view text, const std::string& file) {
  const Json json = parse(text, file);
  try {
    Record record;
    record.experiment = json.at("experiment").get<std::string>();
    if (json.contains("program")) record.firmware = json["program"].value("firmware", "");
    for (const auto& [key, value] : json.at("parameters").items())
      record.parameters.emplace_back(key, value.get<std::string>());
    record.results.numbers = results_of(json);
    record.results.nic_cycles = json.at("nic_cycles").get<std::int64_t>();
    record.wall_seconds = json.at("wall_seconds").get<double>();
    return record;
  } catch (const Json::exception&) {
    refuse(file);
  }
}

Measured measured_from_json(std::string_view text, const std::string& file) {
  try {
    const Json json = parse(text, file, only({"results", "ended_early"}));
    return {results_of(json), json.value("ended_early", "")};
  } catch (const Json::exception&) {
    refuse(file);
  }
}

std::vector<std::string> notes_from_json(std::string_view text, const std::string& file) {
  try {
    return parse(text, file, only({"notes"})).value("notes", std::vector<std::string>());
  } catch (const Json::exception&) {
    refuse(file);
  }
}

std::string to_json(const JsonRow& row) {
  return dumped(object_of(row));
}

std::string to_json(const std::string& name, const std::vector<JsonRow>& rows) {
  Json list = Json::array();
  for (const JsonRow& row : rows) list.push_back(object_of(row));
  return dumped(Json{{name, std::move(list)}});
}

}  // namespace flybar::program
