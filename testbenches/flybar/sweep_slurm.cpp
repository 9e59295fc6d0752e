#include "testbenches/flybar/sweep_slurm.h"

#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "testbenches/flybar/exit_code.h"
#include "testbenches/flybar/fingerprint.h"
#include "testbenches/flybar/interrupt.h"
#include "testbenches/flybar/progress.h"
#include "testbenches/flybar/sweep_chunks.h"
#include "testbenches/flybar/sweep_command.h"
#include "traces/sinks/sinks.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr milliseconds kShortestPause{100}, kLongestPause{2000};
/// A file system between nodes may show what the last job wrote only some time after it ended.
constexpr int kLooksForLateRecords = 20;
/// A node may die, and a job be killed.
constexpr int kMostInVain = 3;

struct Called {
  int code;
  std::string text;  ///< standard output and error
};

Called call(const std::vector<std::string>& words) {
  std::string command;
  for (const std::string& word : words) command.append(for_shell(word)).append(" ");
  std::FILE* const pipe = popen((command + "2>&1 </dev/null").c_str(), "r");
  if (!pipe) return {kInternal, std::strerror(errno)};
  std::string text;
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe))
    text.append(buffer, got);
  const int status = pclose(pipe);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return {WIFEXITED(status) ? WEXITSTATUS(status) : kInternal, text};
}

[[noreturn]] void refuse(const std::string& found) {
  throw OutputError(Fault{"--engine slurm", found.substr(found.rfind('\n') + 1),
                          "a cluster that takes an array of jobs",
                          "try \"sinfo\"; set SBATCH_PARTITION, SBATCH_ACCOUNT and the like if "
                          "it wants them"});
}

/// One array of jobs after the other, all under one name, by which an earlier sweep's is found.
class Slurm {
 public:
  explicit Slurm(const fs::path& directory)
      : name_("flybar-" + fingerprint(fs::weakly_canonical(directory).string()).substr(0, 16)) {}

  /// Whether jobs wait or run. Nothing if Slurm does not answer now, which may pass.
  std::optional<bool> busy() const {
    const Called queue = ask();
    return queue.code == 0 ? std::optional(!queue.text.empty()) : std::nullopt;
  }

  void submit(const Submission& submission, int simultaneous) const {
    const std::string most = simultaneous > 1 ? fmt::format("%{}", simultaneous) : "";
    const Called sbatch = call(
        {"sbatch", "--parsable", "--job-name", name_, "--ntasks=1", "--cpus-per-task=1", "--output",
         (submission.directory() / "chunk-%a.log").string(),
         fmt::format("--array=1-{}{}", submission.chunks(), most), submission.script().string()});
    if (sbatch.code != 0) refuse(sbatch.text);
  }

  void cancel() const { call({"scancel", "--me", "--name", name_}); }

 private:
  Called ask() const {
    return call({"squeue", "--noheader", "--me", "--name", name_, "--format", "%i"});
  }

  std::string name_;
};

/// Waits between two questions, the longer the more have been asked.
class Pause {
 public:
  void wait() {
    std::this_thread::sleep_for(time_);
    time_ = std::min(time_ * 5 / 4, kLongestPause);
  }

 private:
  milliseconds time_ = kShortestPause;
};

/// The jobs of a sweep and what has become of them.
class Array {
 public:
  Array(const std::vector<Job>& jobs, const ClusterOptions& options)
      : jobs_(jobs),
        options_(options),
        slurm_(options.directory),
        progress_(jobs.size(), options.quiet),
        outcomes_(jobs.size()) {}

  std::vector<Outcome> run() {
    take_over();
    for (bool further = true; further && !stopped();) further = submit_missing();
    std::vector<Outcome> all;
    all.reserve(outcomes_.size());
    const Outcome left = stopped() ? Outcome{kInterrupted, "interrupted"}
                                   : Outcome{kSimulation,
                                             "its job of the cluster ended without "
                                             "a result" +
                                                 logs_};
    for (const auto& outcome : outcomes_) all.push_back(outcome.value_or(left));
    return all;
  }

 private:
  static bool stopped() { return interrupt_received() != 0; }

  std::vector<std::size_t> missing() const {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < jobs_.size(); ++i)
      if (!outcomes_[i]) numbers.push_back(i);
    return numbers;
  }

  /// The jobs of a sweep that was killed, if there are any.
  void take_over() {
    std::vector<std::size_t> all(jobs_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const Submission any(submissions_of_sweep(options_.directory));
    watch(any, all);
    collect(any, all);
    std::error_code ignored;
    if (!stopped()) fs::remove_all(submissions_of_sweep(options_.directory), ignored);
  }

  /// Answers whether it is worth another try.
  bool submit_missing() {
    const std::vector<std::size_t> numbers = missing();
    if (numbers.empty()) return false;
    std::vector<Job> jobs;
    jobs.reserve(numbers.size());
    for (const std::size_t number : numbers) jobs.push_back(jobs_[number]);
    const Submission submission = Submission::make(options_.directory, jobs, options_.chunk);
    slurm_.submit(submission, options_.simultaneous);
    watch(submission, numbers);
    wait_for_late_records(submission, numbers);
    const std::size_t left = missing().size();
    logs_ = ", see " + submission.directory().string();
    if (left == 0) fs::remove_all(submissions_of_sweep(options_.directory));
    in_vain_ = left < numbers.size() ? 0 : in_vain_ + 1;
    return left > 0 && in_vain_ < kMostInVain;
  }

  /// Until no job of this sweep is left in the queue.
  void watch(const Submission& submission, const std::vector<std::size_t>& numbers) {
    Pause pause;
    for (bool cancelled = false; slurm_.busy().value_or(true); pause.wait()) {
      collect(submission, numbers);
      if (stopped() && !cancelled) {
        slurm_.cancel();
        cancelled = true;
      }
    }
  }

  void wait_for_late_records(const Submission& submission,
                             const std::vector<std::size_t>& numbers) {
    for (int looks = 0; looks < kLooksForLateRecords; ++looks) {
      if (collect(submission, numbers) || stopped()) return;
      std::this_thread::sleep_for(kShortestPause);
    }
  }

  /// Notes what has ended. Answers whether that is all.
  bool collect(const Submission& submission, const std::vector<std::size_t>& numbers) {
    bool all = true;
    for (const std::size_t number : numbers) {
      if (outcomes_[number]) continue;
      outcomes_[number] = submission.outcome(jobs_[number]);
      all = all && outcomes_[number];
      if (!outcomes_[number]) continue;
      if (options_.on_end) options_.on_end(number, *outcomes_[number]);
      progress_.step(outcomes_[number]->exit_code == kOk);
    }
    return all;
  }

  const std::vector<Job>& jobs_;
  const ClusterOptions& options_;
  Slurm slurm_;
  Progress progress_;
  std::vector<std::optional<Outcome>> outcomes_;
  std::string logs_;
  int in_vain_ = 0;  ///< the last submissions that have brought nothing
};

}  // namespace

void check_slurm() {
  const Called queue = call({"squeue", "--noheader", "--me"});
  if (queue.code != 0) refuse(queue.text);
}

std::vector<Outcome> run_on_slurm(const std::vector<Job>& jobs, const ClusterOptions& options) {
  if (jobs.empty()) return {};
  return Array(jobs, options).run();
}

}  // namespace flybar::program
