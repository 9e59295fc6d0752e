#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/plan/plan.h"
#include "testbenches/flybar/plan/sweep_plan.h"
#include "testbenches/flybar/plan/sweep_points.h"
#include "testbenches/flybar/results/record.h"
#include "testbenches/flybar/results/scratch_directory.h"
#include "testbenches/flybar/results/whole_file.h"
#include "testbenches/flybar/sweep/jobs.h"
#include "testbenches/flybar/sweep/means.h"
#include "testbenches/flybar/sweep/point_cache.h"
#include "testbenches/flybar/sweep/sweep_chunks.h"
#include "testbenches/flybar/sweep/sweep_command.h"
#include "testbenches/flybar/sweep/sweep_directory.h"
#include "testbenches/flybar/sweep/sweep_notes.h"
#include "testbenches/flybar/sweep/sweep_slurm.h"
#include "testbenches/flybar/sweep/sweep_table.h"
#include "testbenches/flybar/sweep/sweep_text.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/interrupt.h"
#include "testbenches/flybar/terminal/output.h"
#include "traces/sinks/sinks.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;

/// A sweep with everything that was found out before it runs.
struct Sweep {
  const SweepRequest& request;
  SweepPlan plan;
  fs::path directory;
  PointCache cache;
  SweepPoints points;
};

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

/// What is not there yet, once even if two points are the same.
struct Missing {
  std::map<std::string, std::size_t> job_of;  ///< by the name of the point
  std::vector<Job> jobs;
  std::vector<std::string> names;  ///< of the jobs
};

Missing missing_of(const SweepPoints& points) {
  Missing missing;
  for (const Point& point : points.points) {
    if (!point.impossible.empty() || missing.job_of.contains(point.name) || is_done(point))
      continue;
    missing.job_of[point.name] = missing.jobs.size();
    missing.jobs.push_back({point.run});
    missing.names.push_back(point.name);
  }
  return missing;
}

/// Exit codes of what a signal has ended are greater.
constexpr int kSignals = 128;

/// What the machine has done to a run is told at once: a sweep of hours may lose all of its points.
void tell_killed(const Job& job, const Outcome& outcome) {
  if (outcome.exit_code <= kSignals || outcome.exit_code == kInterrupted) return;
  const std::string reason = outcome.error.substr(outcome.error.rfind('\n') + 1);
  std::fputs(fmt::format("flybar: {}: {}\n", run_command(job.request), reason).c_str(), stderr);
}

/// Runs what is missing; the outcomes of all points, in their order.
std::vector<Outcome> run_missing(const Sweep& sweep) {
  const Missing missing = missing_of(sweep.points);
  const auto keep = [&](std::size_t job, const Outcome& outcome) {
    if (outcome.exit_code == kOk)
      sweep.cache.keep(missing.names[job], missing.jobs[job].request.json);
    tell_killed(missing.jobs[job], outcome);
  };
  std::vector<Outcome> ended;
  if (sweep.request.engine == "slurm")
    ended = run_on_slurm(missing.jobs, {sweep.directory, sweep.request.chunk.value_or(0),
                                        sweep.request.jobs, sweep.request.base.quiet, keep});
  else
    ended = run_jobs(missing.jobs,
                     {processes_of(sweep.request.jobs, sweep.plan.base), sweep.request.base.quiet,
                      unfinished_of_sweep(sweep.directory), keep});
  std::vector<Outcome> outcomes;
  for (const Point& point : sweep.points.points) {
    const auto job = missing.job_of.find(point.name);
    if (!point.impossible.empty())
      outcomes.push_back({kConfiguration, point.impossible});
    else
      outcomes.push_back(job == missing.job_of.end() ? Outcome{} : ended[job->second]);
  }
  return outcomes;
}

std::string status_of(const Point& point, const Outcome& outcome) {
  if (!point.impossible.empty()) return "impossible";
  if (outcome.exit_code == kOk) return "done";
  return outcome.exit_code == kInterrupted ? "missing" : "failed";
}

/// What was read while points were restored, by the name of the point.
using Restored = std::map<std::string, Measured>;

Measured measured_of(const Point& point, const Restored& restored) {
  const auto known = restored.find(point.name);
  if (known != restored.end()) return known->second;
  return measured_from_json(whole_file(point.run.json).value_or(""), point.run.json);
}

/// A point that injected faults have stopped is kept as what it is, with what came until then.
void take(Measured measured, SweepRow& row) {
  row.results = std::move(measured.results);
  if (measured.ended_early.empty()) return;
  row.status = kStopped;
  row.error = "injected faults ended the run early: " +
              measured.ended_early.substr(0, measured.ended_early.find('\n'));
}

SweepTable table_of(const Sweep& sweep, const std::vector<Outcome>& outcomes,
                    const Restored& restored) {
  SweepTable table{sweep.plan, sweep.points.about, {}};
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const Point& point = sweep.points.points[i];
    SweepRow row{point.values, outcomes[i].error, status_of(point, outcomes[i]), {},
                 point.name,   point.firmware,    run_command(point.run)};
    if (outcomes[i].exit_code == kOk) take(measured_of(point, restored), row);
    table.rows.push_back(std::move(row));
  }
  return table;
}

void check(const SweepRequest& request) {
  if (request.engine != "local" && request.engine != "slurm" && request.engine != "script")
    throw UsageError({"--engine", "there is none called \"" + request.engine + "\"",
                      "local, slurm, script", "leave the option out, and use -j"});
  check_processes(request.jobs, 0);
  if (request.chunk.value_or(1) < 1)
    throw UsageError({"--chunk", fmt::format("{} points", *request.chunk), "1 point or more",
                      "leave the option out"});
  if (request.chunk && request.engine == "local")
    throw UsageError({"--chunk", "is given with --engine local", "points of one job of a cluster",
                      "leave it out, or add --engine slurm or --engine script"});
  if (request.engine == "slurm" && !request.dry_run) check_slurm();
}

PointCache cache_of(const SweepRequest& request) {
  if (request.no_cache) return {};
  return request.cache ? PointCache::in(*request.cache) : PointCache::of_user();
}

fs::path directory_of(const SweepRequest& request, const SweepPlan& plan) {
  return request.directory.empty() ? fs::path("results") / plan.base.experiment
                                   : fs::path(request.directory);
}

/// Wall time of one of the jobs, from start to end of its process.
double seconds_of_one(const Missing& missing) {
  const ScratchDirectory scratch;
  Job job = missing.jobs[missing.jobs.size() / 2];
  job.request.json = (scratch.path() / "point.json").string();
  const auto begin = std::chrono::steady_clock::now();
  run_jobs({job}, {1, true});
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::string duration(double seconds) {
  if (seconds < 120) return fmt::format("{:.2g} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string left_out_text(const Sweep& sweep) {
  return sweep.points.left_out == 0
             ? ""
             : fmt::format(", {} left out by constraints", sweep.points.left_out);
}

int dry_run(const Sweep& sweep) {
  refuse_other_sweep(sweep.plan, sweep.directory);
  const auto& points = sweep.points.points;
  const auto done = std::count_if(points.begin(), points.end(), is_done);
  std::string text = fmt::format("{} points{}, {} of them done in {}\n", points.size(),
                                 left_out_text(sweep), done, sweep.directory.string());
  const Missing missing = missing_of(sweep.points);
  if (!missing.jobs.empty()) {
    const int processes = processes_of(sweep.request.jobs, sweep.plan.base);
    const double one = seconds_of_one(missing);
    text += fmt::format("the {} others: about {} with -j {}, as one of them takes {}\n",
                        missing.jobs.size(),
                        duration(one * static_cast<double>(missing.jobs.size()) / processes),
                        processes, duration(one));
  }
  print(text);
  return kOk;
}

/// The files that tell of the sweep; they appear when it is at its end.
class Outputs {
 public:
  explicit Outputs(const fs::path& directory)
      : directory_(directory),
        plan_(plan_of_sweep(directory).string()),
        metadata_((directory / "results.csv-metadata.json").string()),
        lines_((directory / "results.jsonl").string()),
        csv_(table_of_sweep(directory).string()),
        means_((directory / "means.csv").string()) {}

  void write(const SweepTable& table) {
    plan_.write(plan_text(table.plan));  // first: a table without its plan would be in the way
    metadata_.write(sweep_csv_metadata(table));
    lines_.write(sweep_json_lines(table));
    write_sqlite(table, data_base());
    csv_.write(sweep_csv(table));
    const ResultSet results = read_results(directory_.string());
    if (has_replicates(results)) means_.write(means_csv(results));
  }

 private:
  fs::path data_base() const { return directory_ / "results.sqlite"; }

  fs::path directory_;
  Destination plan_, metadata_, lines_, csv_, means_;
};

Restored restore(const Sweep& sweep) {
  Restored restored;
  for (const Point& point : sweep.points.points) {
    if (!point.impossible.empty() || is_done(point)) continue;
    if (auto results =
            sweep.cache.restore(point.name, point.run.json, unfinished_of_sweep(sweep.directory)))
      restored[point.name] = std::move(*results);
  }
  return restored;
}

/// How many of the outcomes are as they should be.
std::size_t successes(const std::vector<Outcome>& outcomes) {
  return static_cast<std::size_t>(
      std::count_if(outcomes.begin(), outcomes.end(),
                    [](const Outcome& outcome) { return outcome.exit_code == kOk; }));
}

int interrupted(const Sweep& sweep, const std::vector<Outcome>& outcomes, int signal) {
  std::fputs(
      fmt::format("flybar: interrupted; {} of {} points are done and kept in {}; start the "
                  "same sweep again to go on\n",
                  successes(outcomes), outcomes.size(), table_of_sweep(sweep.directory).string())
          .c_str(),
      stderr);
  return interrupted_by(signal);
}

/// Leaves it to the user to submit the jobs.
int make_script(const Sweep& sweep) {
  const Missing missing = missing_of(sweep.points);
  if (missing.jobs.empty()) return print("no point is missing\n"), kOk;
  const Submission submission =
      Submission::make(sweep.directory, missing.jobs, sweep.request.chunk.value_or(0));
  print(
      fmt::format("{} points in {} jobs: submit {} as it says at its top, and start the same "
                  "sweep again when they have ended\n",
                  missing.jobs.size(), submission.chunks(), submission.script().string()));
  return kOk;
}

int run(const Sweep& sweep) {
  const auto& points = sweep.points.points;
  make_sweep_directory(sweep.directory, missing_of(sweep.points).jobs.size());
  const DirectoryLock lock(sweep.directory);
  refuse_other_sweep(sweep.plan, sweep.directory);
  Outputs outputs(sweep.directory);
  fs::remove_all(unfinished_of_sweep(sweep.directory));  // of a sweep that was killed
  fs::create_directory(unfinished_of_sweep(sweep.directory));
  const auto done = std::count_if(points.begin(), points.end(), is_done);
  const Restored restored = restore(sweep);
  if (sweep.request.engine == "script") return make_script(sweep);
  defer_interrupts();
  const std::vector<Outcome> outcomes = run_missing(sweep);
  fs::remove_all(unfinished_of_sweep(sweep.directory));
  const SweepTable table = table_of(sweep, outcomes, restored);
  outputs.write(table);

  if (const int signal = interrupt_received()) return interrupted(sweep, outcomes, signal);
  const std::size_t failed = points.size() - successes(outcomes);
  const auto stopped = std::count_if(table.rows.begin(), table.rows.end(),
                                     [](const SweepRow& row) { return row.status == kStopped; });
  check_wanted(sweep.request.results, table);
  if (!sweep.request.base.quiet)
    print(sweep_text(table, {sweep.points.headline, sweep.request.results}) +
          sweep_notes(table, sweep.directory) +
          fmt::format("{} points ({} were done before{}{}), {}{} failed: {}\n", points.size(), done,
                      restored.empty() ? "" : fmt::format(", {} by other sweeps", restored.size()),
                      left_out_text(sweep), stopped ? fmt::format("{} ended early, ", stopped) : "",
                      failed, table_of_sweep(sweep.directory).string()));
  if (failed) return kSimulation;
  return stopped ? kEndedEarly : kOk;
}

}  // namespace

int execute(const SweepRequest& request) {
  check(request);
  SweepPlan plan = make_plan(request);
  const fs::path directory = directory_of(request, plan);
  SweepPoints points = make_points(plan, points_of_sweep(directory));
  const Sweep sweep{request, std::move(plan), directory,
                    request.dry_run ? PointCache() : cache_of(request), std::move(points)};
  return request.dry_run ? dry_run(sweep) : run(sweep);
}

}  // namespace flybar::program
