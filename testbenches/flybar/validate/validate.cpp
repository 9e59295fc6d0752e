#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "models/cluster/files/platform.h"
#include "models/common/quantity.h"
#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/command/settings.h"
#include "testbenches/flybar/plan/measurement.h"
#include "testbenches/flybar/prepare/prepare.h"
#include "testbenches/flybar/results/named_files.h"
#include "testbenches/flybar/results/published.h"
#include "testbenches/flybar/results/record.h"
#include "testbenches/flybar/results/scratch_directory.h"
#include "testbenches/flybar/results/whole_file.h"
#include "testbenches/flybar/sweep/jobs.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/output.h"
#include "testbenches/flybar/validate/accuracy.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPage = "docs/accuracy.md";

/// The runs of all cases; the same run serves all cases that need it.
class Runs {
 public:
  explicit Runs(std::vector<std::string> settings) : settings_(std::move(settings)) {}

  /// Where the record of this run will be.
  std::size_t add(RunRequest run) {
    override_settings(run, settings_);
    std::string key;
    for (const std::string& argument : arguments_of(run)) key.append(argument).append("\n");
    const auto [known, is_new] = index_.emplace(key, jobs_.size());
    if (is_new) {
      run.json = (directory_.path() / (std::to_string(jobs_.size()) + ".json")).string();
      jobs_.push_back({run});
    }
    return known->second;
  }

  void execute(const JobOptions& options) {
    for (const Job& job : jobs_) prepare(job.request);
    outcomes_ = run_jobs(jobs_, options);
  }

  /// Throws ConfigurationError with the reason if the run failed.
  Record record(std::size_t job) const {
    const std::string& file = jobs_[job].request.json;
    if (outcomes_[job].exit_code != kOk)
      throw ConfigurationError({Fault{"run", outcomes_[job].error, "a run that succeeds",
                                      "repeat it with \"flybar run\""}});
    return from_json(whole_file(file).value_or(""), file);
  }

 private:
  std::vector<std::string> settings_;
  ScratchDirectory directory_;
  std::map<std::string, std::size_t> index_;
  std::vector<Job> jobs_;
  std::vector<Outcome> outcomes_;
};

bool exists(const std::string& experiment) {
  const auto& all = experiments::all();
  return std::any_of(all.begin(), all.end(), [&](const auto& e) { return e.name == experiment; });
}

/// The result in the unit of the published number, unless that is a part of it.
double result_of(const Record& record, const Published& row) {
  const Measurement& how = *row.measurement;
  for (const experiments::Result& result : record.results.numbers) {
    if (result.name != how.result) continue;
    if (how.taken == Taken::kValue && how.divisor == 1 && result.unit != row.unit)
      throw ConfigurationError({Fault{row.id + ": " + how.result, "is in " + result.unit,
                                      "the unit of the published number, " + row.unit,
                                      "correct the row of traces/published"}});
    return result.value;
  }
  throw ConfigurationError(
      {Fault{record.experiment, "gave no result \"" + how.result + "\"",
             "the results of the experiment", "correct the row of traces/published"}});
}

double measured(const Published& row, const std::vector<std::size_t>& jobs, const Runs& runs) {
  std::vector<double> results;
  for (const std::size_t job : jobs) results.push_back(result_of(runs.record(job), row));
  return quantity_of(row, results);
}

/// Ids of all numbers that any platform was fitted to.
std::vector<std::string> fitted_ids() {
  std::vector<std::string> ids;
  for (const cluster::PlatformFile& platform : cluster::builtin_platforms())
    ids.insert(ids.end(), platform.fitted_to.begin(), platform.fitted_to.end());
  return ids;
}

std::string standing_of(const Published& row) {
  const std::vector<std::string> fitted = fitted_ids();
  if (std::find(fitted.begin(), fitted.end(), row.id) != fitted.end()) return "fitted";
  return row.role == "parameter" || row.role == "bound" ? row.role : "predicted";
}

Comparison compare(const Published& row, const std::vector<std::size_t>& jobs, const Runs& runs) {
  try {
    return {&row, standing_of(row), measured(row, jobs, runs), ""};
  } catch (const ConfigurationError& error) {
    return {&row, "failed", std::nullopt, error.what()};
  }
}

/// Configuration rows say how a measurement was set up; there is nothing to compare.
bool is_wanted(const Published& row, const ValidateRequest& request) {
  const auto& only = request.only;
  const bool named = std::find(only.begin(), only.end(), row.id) != only.end();
  const bool measured = row.measurement && row.measurement->experiment == request.experiment;
  return (only.empty() ? row.role != "configuration" : named) &&
         (request.experiment.empty() || measured);
}

std::vector<const Published*> wanted_rows(const ValidateRequest& request) {
  const auto& only = request.only;
  if (!request.experiment.empty() && !exists(request.experiment))
    throw UsageError({"--experiment", fmt::format("there is none named \"{}\"", request.experiment),
                      "the experiments of \"flybar list experiments\"", "choose one of these"});
  std::vector<const Published*> rows;
  for (const Published& row : published())
    if (is_wanted(row, request)) rows.push_back(&row);
  for (const std::string& id : only) {
    if (std::any_of(rows.begin(), rows.end(), [&id](const auto* row) { return row->id == id; }))
      continue;
    const std::string found =
        find_published(id) ? "is not measured by " + request.experiment : "is no published number";
    throw UsageError({"--only", fmt::format("\"{}\" {}", id, found), "ids of traces/published",
                      "run \"flybar validate\" to see them"});
  }
  return rows;
}

void check(const ValidateRequest& request) {
  check_processes(request.jobs, 0);
  if (request.write &&
      !(request.only.empty() && request.settings.empty() && request.experiment.empty()))
    throw UsageError({"--write", "is given together with --only, --experiment or --set",
                      "the whole comparison, on the platforms as they are",
                      "leave out --write, or the other options"});
}

/// Whether this row is to be run: long ones are if they are asked for.
bool is_run(const Published& row, const ValidateRequest& request) {
  if (!row.measurement || !exists(row.measurement->experiment)) return false;
  return !row.measurement->is_long || request.all || request.write || !request.only.empty();
}

/// What is said of a number that was not measured.
Comparison unmeasured(const Published& row) {
  if (!row.measurement || !exists(row.measurement->experiment))
    return {&row, "not covered", std::nullopt, "no experiment measures it"};
  return {&row, "not run", std::nullopt, "takes minutes: --long"};
}

/// The page shows the last comparison of which every run succeeded.
void write_page(Destination& page, const std::vector<Comparison>& comparisons, bool failed) {
  if (!page.wanted()) return;
  if (!failed) return page.write(accuracy_page(comparisons));
  std::fprintf(stderr, "flybar: a run failed, so %s stays as it was\n", kPage);
}

}  // namespace

int execute(const ValidateRequest& request) {
  check(request);
  const std::vector<const Published*> rows = wanted_rows(request);
  const std::string page_file = request.write ? kPage : "";
  refuse_collisions({{"--json", request.json}, {"--write", page_file}}, {});
  Destination json(request.json);
  Destination page(page_file);
  Runs runs(request.settings);
  std::map<const Published*, std::vector<std::size_t>> jobs;
  for (const Published* row : rows) {
    if (!is_run(*row, request)) continue;
    for (const RunRequest& run : runs_of(*row)) jobs[row].push_back(runs.add(run));
  }
  runs.execute({processes_of(request.jobs, {}), request.quiet});

  std::vector<Comparison> comparisons;
  bool failed = false;
  for (const Published* row : rows) {
    const auto found = jobs.find(row);
    comparisons.push_back(found == jobs.end() ? unmeasured(*row)
                                              : compare(*row, found->second, runs));
    failed |= comparisons.back().standing == "failed";
  }
  sort_by_error(comparisons);
  json.write(accuracy_json(comparisons));
  write_page(page, comparisons, failed);
  if (!request.quiet && !json.is_stdout()) print(accuracy_text(comparisons));
  return failed ? kSimulation : kOk;
}

}  // namespace flybar::program
