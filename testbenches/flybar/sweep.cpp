#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "testbenches/experiments/beside.h"
#include "testbenches/flybar/commands.h"
#include "testbenches/flybar/exit_code.h"
#include "testbenches/flybar/fingerprint.h"
#include "testbenches/flybar/interrupt.h"
#include "testbenches/flybar/jobs.h"
#include "testbenches/flybar/output.h"
#include "testbenches/flybar/plan.h"
#include "testbenches/flybar/prepare.h"
#include "testbenches/flybar/record.h"
#include "testbenches/flybar/sweep_csv.h"
#include "testbenches/flybar/sweep_plan.h"
#include "traces/sinks/sinks.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;

/// One point of a sweep: a run, and the file that its record goes to.
struct Point {
  std::vector<std::string> values;
  RunRequest run;
  std::string impossible{};  ///< why it cannot run, in one line
};

Point point_of(const SweepPlan& plan, const std::vector<std::string>& values) {
  Point point{values, plan.base};
  for (std::size_t i = 0; i < values.size(); ++i) {
    point.run.settings.push_back(plan.axes[i].key + "=" + values[i]);
    point.run.origins[plan.axes[i].key] = plan.axes[i].where;
  }
  return point;
}

/// Two texts for one value, such as 4 KB and 4096 B, make two points of one.
void check_repetition(const SweepPlan& plan, const std::vector<Point>& points,
                      std::vector<Fault>& faults) {
  std::map<std::string, const Point*> known;
  for (const Point& point : points) {
    if (!point.impossible.empty()) continue;
    const Point& first = *known.emplace(point.run.json, &point).first->second;
    for (std::size_t i = 0; i < plan.axes.size(); ++i)
      if (first.values[i] != point.values[i])
        faults.push_back({plan.axes[i].where + ": " + plan.axes[i].key,
                          fmt::format("{} is the same as {}", point.values[i], first.values[i]),
                          "each value once", "leave one out"});
  }
}

/// Some value of what varies is none at all, whatever the others are.
bool is_slip(const SweepPlan& plan, const std::vector<Fault>& faults) {
  return std::any_of(faults.begin(), faults.end(), [&](const Fault& fault) {
    return std::any_of(plan.axes.begin(), plan.axes.end(), [&](const Vary& axis) {
      return fault.where == axis.where + ": " + axis.key;
    });
  });
}

/// Checks every point before any runs. A point's file is named after all that its result depends
/// on, so a finished point is found again whatever else the sweep holds. A point that is not
/// possible becomes a row that says so, unless none is, or a value is a slip of the pen.
std::vector<Point> make_points(const SweepPlan& plan, const fs::path& directory) {
  const std::string program = fingerprint_of_file(experiments::own_path().string());
  std::vector<Point> points;
  std::vector<Fault> faults;
  for (const std::vector<std::string>& values : combinations(plan.axes)) {
    Point point = point_of(plan, values);
    try {
      const std::string name = fingerprint(program, prepare(point.run), point.run);
      point.run.json = (directory / "points" / (name + ".json")).string();
    } catch (const UsageError&) {
      throw;
    } catch (const ConfigurationError& error) {
      point.impossible = error.what();
      faults.insert(faults.end(), error.faults().begin(), error.faults().end());
    }
    point.run.quiet = true;
    point.run.stages = false;
    points.push_back(std::move(point));
  }
  const bool possible = std::any_of(points.begin(), points.end(),
                                    [](const Point& point) { return point.impossible.empty(); });
  if (possible && !is_slip(plan, faults)) {
    faults.clear();
    check_repetition(plan, points, faults);
  }
  if (faults.empty()) return points;
  // The same slip shows up at many points.
  std::vector<Fault> different;
  for (Fault& fault : faults)
    if (std::none_of(different.begin(), different.end(),
                     [&](const Fault& other) { return other.text() == fault.text(); }))
      different.push_back(std::move(fault));
  throw ConfigurationError(std::move(different));
}

/// Throws OutputError if something else than a file is in its place.
bool is_done(const Point& point) {
  if (!point.impossible.empty()) return false;
  std::error_code error;
  const fs::file_status found = fs::status(point.run.json, error);
  if (found.type() == fs::file_type::not_found) return false;
  if (fs::is_regular_file(found)) return true;
  const std::string what = fs::is_directory(found) ? "is a directory" : "is no file";
  throw OutputError(Fault{point.run.json, error ? error.message() : what,
                          "the record of a run, or nothing",
                          "remove it, or choose another directory with -o"});
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void make_directory(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error)
    throw OutputError(Fault{directory.string(), error.message(), "a directory that can be made",
                            "choose another with -o"});
}

/// While it lives no other sweep writes into the directory. Some network file systems know no such
/// locks, and there it does nothing.
class DirectoryLock {
 public:
  /// @throws OutputError if another sweep has it
  explicit DirectoryLock(const fs::path& directory)
      : descriptor_(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0 || flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
      return;
    close(descriptor_);
    throw OutputError(Fault{directory.string(), "another sweep writes into it",
                            "a directory of its own for each sweep that runs",
                            "wait until it ends, or choose another with -o"});
  }
  ~DirectoryLock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  int descriptor_;
};

/// Runs what is not there yet, once even if two points are the same; the outcomes of all points, in
/// their order.
std::vector<Outcome> run_missing(const std::vector<Point>& points, const SweepRequest& request) {
  std::map<std::string, std::size_t> job_of;
  std::vector<Job> jobs;
  for (const Point& point : points) {
    if (!point.impossible.empty() || job_of.contains(point.run.json) || is_done(point)) continue;
    job_of[point.run.json] = jobs.size();
    jobs.push_back({point.run});
  }
  const int processes = request.jobs > 0 ? request.jobs : processors();
  const auto ended = run_jobs(jobs, {processes, request.base.quiet});
  std::vector<Outcome> outcomes;
  for (const Point& point : points) {
    const auto job = job_of.find(point.run.json);
    if (!point.impossible.empty()) {
      outcomes.push_back({kConfiguration, point.impossible});
      continue;
    }
    outcomes.push_back(job == job_of.end() ? Outcome{} : ended[job->second]);
  }
  return outcomes;
}

std::vector<SweepRow> read_rows(const std::vector<Point>& points,
                                const std::vector<Outcome>& outcomes) {
  std::vector<SweepRow> rows;
  for (std::size_t i = 0; i < points.size(); ++i) {
    SweepRow row{points[i].values, outcomes[i].error, {}};
    const std::string& file = points[i].run.json;
    if (outcomes[i].exit_code == kOk)
      row.results = from_json(read_file(file), file).results.numbers;
    rows.push_back(std::move(row));
  }
  return rows;
}

void check(const SweepRequest& request) {
  if (request.engine != "local")
    throw UsageError({"--engine", "\"" + request.engine + "\" is not built into this program",
                      "local", "leave the option out, and use -j"});
  check_processes(request.jobs, 0);
}

fs::path directory_of(const SweepRequest& request, const SweepPlan& plan) {
  return request.directory.empty() ? fs::path("results") / plan.base.experiment
                                   : fs::path(request.directory);
}

}  // namespace

int execute(const SweepRequest& request) {
  check(request);
  const SweepPlan plan = make_plan(request);
  const fs::path directory = directory_of(request, plan);
  const std::vector<Point> points = make_points(plan, directory);
  const auto done = std::count_if(points.begin(), points.end(), is_done);
  if (request.dry_run) {
    refuse_other_sweep(plan, directory);
    print(std::to_string(points.size()) + " points, " + std::to_string(done) + " of them done in " +
          directory.string() + "\n");
    return kOk;
  }
  make_directory(directory / "points");
  const DirectoryLock lock(directory);
  refuse_other_sweep(plan, directory);
  const std::string csv = table_of_sweep(directory).string();
  Destination kept_plan(plan_of_sweep(directory).string());
  Destination table(csv);
  defer_interrupts();
  const std::vector<Outcome> outcomes = run_missing(points, request);
  const std::string text = sweep_csv(plan.axes, read_rows(points, outcomes));
  kept_plan.write(plan_text(plan));  // first: a table without its plan would be in the way
  table.write(text);

  if (const int signal = interrupt_received()) {
    const auto kept = std::count_if(outcomes.begin(), outcomes.end(),
                                    [](const Outcome& o) { return o.exit_code == kOk; });
    std::fputs(
        fmt::format("flybar: interrupted; {} of {} points are done and kept in {}; start the "
                    "same sweep again to go on\n",
                    kept, points.size(), csv)
            .c_str(),
        stderr);
    return interrupted_by(signal);
  }
  const auto failed = std::count_if(outcomes.begin(), outcomes.end(),
                                    [](const Outcome& o) { return o.exit_code != kOk; });
  if (!request.base.quiet)
    print(std::to_string(points.size()) + " points (" + std::to_string(done) +
          " were done before), " + std::to_string(failed) + " failed: " + csv + "\n");
  return failed ? kSimulation : kOk;
}

}  // namespace flybar::program
