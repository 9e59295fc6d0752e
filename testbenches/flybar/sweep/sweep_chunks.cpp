#include "testbenches/flybar/sweep/sweep_chunks.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "testbenches/experiments/measure/beside.h"
#include "testbenches/flybar/command/command_line.h"
#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/results/csv.h"
#include "testbenches/flybar/results/whole_file.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/interrupt.h"
#include "testbenches/flybar/terminal/output.h"
#include "testbenches/flybar/terminal/shell_words.h"
#include "traces/sinks/sinks.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;

/// So many jobs keep the nodes of a small cluster busy to the end, and cost little to start.
constexpr std::size_t kUsualChunks = 32;
/// Slurm takes no array of more, unless it is told otherwise.
constexpr std::size_t kMostChunks = 1000;

constexpr std::string_view kScript = R"(#!/bin/sh
# Runs one chunk of a sweep. N = {chunks}; the job array of any of these tells which, from 1:
#   Slurm        sbatch --array=1-{chunks} {script}
#   Grid Engine  qsub -t 1-{chunks} -S /bin/sh {script}
#   LSF          bsub -J "sweep[1-{chunks}]" sh {script}
#   PBS          qsub -J 1-{chunks} {script}
index=
for number in "$SLURM_ARRAY_TASK_ID" "$SGE_TASK_ID" "$LSB_JOBINDEX" "$PBS_ARRAY_INDEX"; do
  case $number in
    '' | 0 | *[!0-9]*) ;;
    *) index=$number ;;
  esac
done
if [ -z "$index" ]; then
  echo "$0: no job array tells which chunk; allowed: one of 1 .. {chunks}; submit it as above" >&2
  exit 2
fi
cd {here} && exec {program} sweep chunk {directory} "$index"
)";

void write(const fs::path& file, const std::string& text) {
  Output out(file);
  out.write(text);
  out.commit();
}

/// As Slurm numbers them, from 1.
fs::path new_directory(const fs::path& sweep) {
  const fs::path all = submissions_of_sweep(sweep);
  std::error_code error;
  fs::create_directories(all, error);
  for (int number = 1; !error; ++number) {
    fs::path directory = fs::absolute(all / fmt::format("{:04}", number));
    if (fs::create_directory(directory, error)) return directory;
  }
  throw OutputError(Fault{all.string(), error.message(), "a directory that can be made",
                          "choose another directory with -o"});
}

std::string name_of(const Job& job) {
  return fs::path(job.request.json).stem().string();
}

std::string lines_of(const std::vector<Job>& jobs) {
  std::string text;
  for (const Job& job : jobs) text += csv_line(arguments_of(job.request));
  return text;
}

/// Back from the words of a command line.
Job job_of(const CsvRow& words) {
  std::vector<const char*> arguments{"flybar"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  const Request request = parse_command_line(static_cast<int>(arguments.size()), arguments.data());
  return {std::get<RunRequest>(request)};
}

}  // namespace

fs::path submissions_of_sweep(const fs::path& directory) {
  return directory / "jobs";
}

Submission Submission::make(const fs::path& sweep, const std::vector<Job>& jobs, int chunk) {
  Submission made(new_directory(sweep));
  const std::size_t least = (jobs.size() + kMostChunks - 1) / kMostChunks;
  const std::size_t usual = (jobs.size() + kUsualChunks - 1) / kUsualChunks;
  made.size_ =
      std::max({chunk > 0 ? static_cast<std::size_t>(chunk) : usual, least, std::size_t{1}});
  made.chunks_ = (jobs.size() + made.size_ - 1) / made.size_;
  fs::create_directory(made.directory_ / "failed");
  write(made.directory_ / "points.csv", csv_line({std::to_string(made.size_)}) + lines_of(jobs));
  write(made.script(), fmt::format(fmt::runtime(kScript), fmt::arg("chunks", made.chunks_),
                                   fmt::arg("script", for_shell(made.script().string())),
                                   fmt::arg("here", for_shell(fs::current_path().string())),
                                   fmt::arg("program", for_shell(experiments::own_path().string())),
                                   fmt::arg("directory", for_shell(made.directory_.string()))));
  fs::permissions(made.script(), fs::perms::owner_exec, fs::perm_options::add);
  return made;
}

std::vector<Job> Submission::chunk(int index) const {
  const fs::path file = directory_ / "points.csv";
  const std::vector<CsvRow> rows = csv_rows(whole_file(file).value_or(""));
  const auto size = rows.empty() ? std::nullopt : quantity::parse_count(rows.front().front());
  const std::size_t step = size && *size > 0 ? static_cast<std::size_t>(*size) : 0;
  const std::size_t begin = 1 + (static_cast<std::size_t>(std::max(index, 1)) - 1) * step;
  if (step == 0 || index < 1 || begin >= rows.size())
    throw ConfigurationError({Fault{file.string(), fmt::format("has no chunk {}", index),
                                    "a number of the job array", "submit the chunk.sh beside it"}});
  std::vector<Job> jobs;
  for (std::size_t i = begin; i < std::min(begin + step, rows.size()); ++i)
    jobs.push_back(job_of(rows[i]));
  return jobs;
}

void Submission::tell_failure(const Job& job, const Outcome& outcome) const {
  write(directory_ / "failed" / name_of(job),
        fmt::format("{}\n{}", outcome.exit_code, outcome.error));
}

std::optional<Outcome> Submission::outcome(const Job& job) const {
  std::error_code ignored;
  if (fs::is_regular_file(job.request.json, ignored)) return Outcome{};
  const std::string text = whole_file(directory_ / "failed" / name_of(job)).value_or("");
  const std::size_t end = text.find('\n');
  if (end == text.npos) return std::nullopt;
  const auto code = quantity::parse_count(text.substr(0, end));
  return Outcome{code ? static_cast<int>(*code) : kInternal, text.substr(end + 1)};
}

int execute(const ChunkRequest& request) {
  const Submission submission(request.directory);
  std::vector<Job> jobs;
  for (Job& job : submission.chunk(request.index))
    if (!submission.outcome(job)) jobs.push_back(std::move(job));
  const fs::path unfinished = submission.directory() / fmt::format("chunk-{}", request.index);
  fs::create_directory(unfinished);
  defer_interrupts();
  run_jobs(jobs, {.processes = 1,
                  .quiet = true,
                  .unfinished = unfinished,
                  .on_end = [&](std::size_t job, const Outcome& outcome) {
                    const bool failed =
                        outcome.exit_code != kOk && outcome.exit_code != kInterrupted;
                    if (failed) submission.tell_failure(jobs[job], outcome);
                  }});
  fs::remove_all(unfinished);
  if (const int signal = interrupt_received()) return interrupted_by(signal);
  return kOk;
}

}  // namespace flybar::program
