/// What the user asked for, as it stands on the command line. Nothing here is checked yet.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace flybar::program {

inline constexpr const char* kDefaultPlatform = "alphastation-500";

struct ListRequest {
  std::string what;               ///< one of lists(), or empty for all
  std::vector<std::string> load;  ///< shared objects with experiments and parts
};

struct ParamsRequest {
  std::string platform;  ///< a name or path; may also be a pattern if it names no platform
  std::string pattern;   ///< part of a key
  std::string system;    ///< a name or path, instead of a platform
  int width = -1;        ///< columns to wrap at; 0: a table, -1: as wide as the terminal
  std::string json;
  std::vector<std::string> load;
};

/// One experiment on one platform.
struct RunRequest {
  std::string experiment;
  std::string platform = kDefaultPlatform;
  std::string system;                 ///< a name or path; empty: a system of nodes on `platform`
  std::vector<std::string> settings;  ///< "key=value"
  std::map<std::string, std::string> origins{};  ///< of a key: where it is set, if not by --set
  std::vector<std::string> firmware;             ///< ELF files instead of the standard firmware
  std::vector<std::string> load;                 ///< shared objects with experiments or parts
  std::string nic = "model";
  std::optional<std::string> shadow;  ///< "1%", or as trace_window
  /// Of the places of windows that are a share of the clocks; else 1.
  std::optional<std::int64_t> shadow_seed;
  std::string step = "fast";
  std::optional<std::string> threads;  ///< a number, or "auto"; without it one thread
  std::vector<std::string> traces;
  std::optional<std::string> trace_window;  ///< "520 us..710 us", "message 3", "slowest"
  std::string messages;                     ///< a file for a row for each message, or empty
  std::string calls;     ///< a file for a line for each system call of programs, or empty
  bool stages = true;    ///< show the stages of the median and slowest message
  std::string json;      ///< a file, "-" for the standard output, or empty
  bool verbose = false;  ///< show all tables
  bool quiet = false;
};

struct SweepRequest {
  RunRequest base;                       ///< `experiment` may be the path of a plan
  std::vector<std::string> vary;         ///< "key=a,b" or "key=lo..hi:step"
  std::vector<std::string> constraints;  ///< "payload <= mcp.max_payload"
  std::string points;                    ///< a CSV file of points, or empty
  std::optional<int> replicates;         ///< else as the plan says
  int jobs = 1;
  std::string directory;  ///< empty: results/ and the name of the experiment
  std::string engine = "local";
  std::optional<int> chunk;          ///< points of a job of the cluster; else as many as make sense
  std::optional<std::string> cache;  ///< a directory, instead of the user's
  bool no_cache = false;
  bool dry_run = false;
  std::vector<std::string> results = {};  ///< names of those to show, or empty for the first
};

/// One point of a sweep that was made before.
struct ShowRequest {
  std::string directory;
  std::string point;  ///< the number of its row, or the beginning of its name
  bool rerun = false;
  std::vector<std::string> results;  ///< names of those to show, or empty for all
  std::vector<std::string> traces;
  std::optional<std::string> trace_window;
  std::string messages;
  std::string calls;
  std::string json;
};

/// What a job of a cluster does.
struct ChunkRequest {
  std::string directory;  ///< of the submission
  int index = 0;          ///< from 1
};

struct AnalyseRequest {
  std::vector<std::string> arguments;
};

struct ValidateRequest {
  std::vector<std::string> settings;
  std::vector<std::string> only;  ///< ids of published numbers, or empty for all
  std::string experiment;         ///< only what it measures; empty: what any does
  int jobs = 0;                   ///< 0: one for each processor
  std::string json;
  bool all = false;    ///< also what takes minutes
  bool write = false;  ///< docs/accuracy.md
  bool quiet = false;
};

struct ExecRequest {
  std::vector<std::string> images;
  std::optional<std::string> stop_at;
  std::string max_cycles = "100000000";
  std::vector<std::string> dumps;  ///< "SYMBOL" or "SYMBOL:BYTES"
  std::string profile;
  std::string json;
};

struct CompareRequest {
  std::vector<std::string> paths;         ///< of results; the others are compared with the first
  std::vector<std::string> results;       ///< names, or empty for all
  std::optional<std::string> fail_above;  ///< "2%"
  std::string json;
};

struct ReportRequest {
  std::string directory;
  std::vector<std::string> timelines;  ///< besides those in the directory
  std::string output = "report.html";
};

/// The user asked for help, or for the version.
struct HelpRequest {
  std::string text;
};

using Request = std::variant<HelpRequest, ListRequest, ParamsRequest, RunRequest, SweepRequest,
                             ValidateRequest, ExecRequest, CompareRequest, ReportRequest,
                             ShowRequest, ChunkRequest, AnalyseRequest>;

}  // namespace flybar::program
