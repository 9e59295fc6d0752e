/// The table of a sweep, in three formats. Rows are in the order of the plan, however they were
/// run, and nothing in them depends on how: the same plan gives the same bytes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/flybar/plan/plan.h"
#include "testbenches/flybar/plan/sweep_points.h"

namespace flybar::program {

/// The status of a point that injected faults have ended early.
inline constexpr const char* kStopped = "stopped";

struct SweepRow {
  std::vector<std::string> values;
  std::string error;   ///< empty if the point was measured
  std::string status;  ///< "done", kStopped, "failed", "impossible" or "missing"
  std::vector<experiments::Result> results;
  std::string point = {};     ///< name of its record
  std::string firmware = {};  ///< fingerprint
  std::string command = {};   ///< that runs this point alone
};

struct SweepTable {
  SweepPlan plan;
  std::vector<AxisAbout> about;  ///< of each axis
  std::vector<SweepRow> rows;
};

/// The results that any row has, in the order in which they first appear; their values and other
/// fields are those of this first row.
std::vector<experiments::Result> results_of(const SweepTable& table);
/// Null if the row has no such result.
const experiments::Result* find_result(const SweepRow& row, const experiments::Result& like);

/// One column for each key that varies, one for each result with its unit ("latency us"), and the
/// reason of points that failed.
std::string sweep_csv(const SweepTable& table);
/// The W3C's description of that file (CSV on the Web): for each column what it is and its unit,
/// and where all of it comes from.
std::string sweep_csv_metadata(const SweepTable& table);
/// A JSON object for each row, on a line of its own.
std::string sweep_json_lines(const SweepTable& table);
/// Writes an SQLite data base. Throws OutputError.
void write_sqlite(const SweepTable& table, const std::filesystem::path& file);

/// One row of the table that a sweep has left in its directory.
struct FoundRow {
  int number = 0;
  std::string point, status, error, command;
  std::vector<std::pair<std::string, std::string>> varied;
  std::vector<experiments::Result> results;
};
/// By its number, from 1, or by the beginning of its point's name. Throws ConfigurationError.
FoundRow find_row(const std::filesystem::path& directory, const std::string& point);

/// What made the table, as pairs of a name and a text.
std::vector<std::pair<std::string, std::string>> provenance_of(const SweepTable& table);

}  // namespace flybar::program
