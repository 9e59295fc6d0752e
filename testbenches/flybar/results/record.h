/// The record of one run, and its JSON. The JSON library is known to record.cpp
/// and sweep_json.cpp alone.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testbenches/experiments/measure/experiment.h"

namespace flybar::program {

struct Record {
  std::string firmware = {};  ///< fingerprint of what the chips ran
  std::string experiment;
  std::vector<std::pair<std::string, std::string>> parameters;
  experiments::Results results;
  std::string ended_early = {};  ///< why, if injected faults have ended the run
  double wall_seconds = 0;       ///< the one thing that differs between two runs of the same
};

/// {"schema", "program": {"version", "commit", "compiler", "firmware"}, "experiment", "parameters",
/// "results": {NAME: {"value", "unit"}}, "breakdown": {NAME: [...]}, "histograms": {NAME: {"unit",
/// "buckets": [{"from", "to", "count"}]}}, "messages": {NAME: {"id", "begin_us", "latency_us"}},
/// "limit": TEXT, "ended_early": TEXT, "failure": TEXT, "output": [{"program", "at_us", "text"}],
/// "notes": [TEXT], "simulated_time_us", "wall_seconds", "nic_cycles"}
std::string to_json(const Record& record);

/// The numbers of such a text; its tables are left out. Throws ConfigurationError naming `file`.
Record from_json(std::string_view text, const std::string& file);

/// What a table of many runs has of one.
struct Measured {
  std::vector<experiments::Result> results;
  std::string ended_early;  ///< as in Record
};
/// That, or the notes, alone, which is quicker.
Measured measured_from_json(std::string_view text, const std::string& file);
std::vector<std::string> notes_from_json(std::string_view text, const std::string& file);

/// One object, for the lists that commands write.
struct JsonRow {
  std::vector<std::pair<std::string, std::string>> texts;
  std::vector<std::pair<std::string, double>> numbers;
};
std::string to_json(const JsonRow& row);
/// {NAME: [{...}, ...]}
std::string to_json(const std::string& name, const std::vector<JsonRow>& rows);

}  // namespace flybar::program
