#include "testbenches/flybar/sweep/sweep_slurm.h"

#include <chrono>
#include <cstdio>
#include <numeric>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "testbenches/flybar/prepare/fingerprint.h"
#include "testbenches/flybar/sweep/sweep_chunks.h"
#include "testbenches/flybar/terminal/called.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/interrupt.h"
#include "testbenches/flybar/terminal/progress.h"
#include "traces/sinks/sinks.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds, std::chrono::steady_clock;

constexpr milliseconds kShortestPause{100}, kLongestPause{2000};
/// A file system between nodes may show what the last job wrote only some time after it ended.
constexpr int kLooksForLateRecords = 20;
/// Slurm's own commands try for 10 s and more before they give up.
constexpr milliseconds kAnswer{30'000};
/// For this one the user waits, and for its jobs to end: a node may be dead.
constexpr milliseconds kCancel{5'000};
/// How long nothing ends before the user is told what Slurm says.
constexpr int kAsksInSilence = 15;
/// A node may die, and a job be killed.
constexpr int kMostInVain = 3;

[[noreturn]] void slurm_failed(const std::string& found) {
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

  /// States and reasons of the jobs that wait or run; the code is that of squeue. An answer that
  /// does not come now may come later.
  Called queue(milliseconds patience = kAnswer) const {
    return call({"squeue", "--noheader", "--me", "--name", name_, "--format", "%T %r"}, patience);
  }

  void submit(const Submission& submission, int simultaneous) const {
    const std::string most = simultaneous > 1 ? fmt::format("%{}", simultaneous) : "";
    const Called sbatch = call(
        {"sbatch", "--parsable", "--job-name", name_, "--ntasks=1", "--cpus-per-task=1", "--output",
         (submission.directory() / "chunk-%a.log").string(),
         fmt::format("--array=1-{}{}", submission.chunks(), most), submission.script().string()},
        kAnswer);
    if (sbatch.code != 0) slurm_failed(sbatch.text);
  }

  /// False if Slurm does not answer.
  bool cancel() const { return call({"scancel", "--me", "--name", name_}, kCancel).code == 0; }
  const std::string& name() const { return name_; }

 private:
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
    std::optional<steady_clock::time_point> give_up;  ///< once the jobs are cancelled
    for (int asks = 0;; ++asks, pause.wait()) {
      const std::size_t left = missing().size();
      const Called queue = slurm_.queue(give_up ? kCancel : kAnswer);
      if (queue.code == 0 && queue.text.empty()) return;
      collect(submission, numbers);
      if (missing().size() < left) asks = 0;
      if (asks % kAsksInSilence == kAsksInSilence - 1 || queue.code == kNoAnswer) tell(queue);
      if (!stopped()) continue;
      // Jobs that cannot be cancelled are left to the user, who wants to get away.
      const bool lost =
          give_up ? queue.code != 0 || steady_clock::now() >= *give_up : !slurm_.cancel();
      if (lost) return tell_how_to_cancel();
      if (!give_up) give_up = steady_clock::now() + kCancel;
    }
  }

  void tell(const Called& queue) const {
    if (stopped() || options_.quiet || queue.text.find("RUNNING") != queue.text.npos) return;
    std::fprintf(stderr, "flybar: the sweep waits for Slurm, which says: %s\n",
                 queue.text.substr(0, queue.text.find('\n')).c_str());
  }

  void tell_how_to_cancel() const {
    std::fprintf(stderr,
                 "flybar: Slurm does not answer or does not end its jobs, which may still run; "
                 "once it does, end them with: scancel --me --name %s\n",
                 slurm_.name().c_str());
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
  const Called queue = call({"squeue", "--noheader", "--me"}, kAnswer);
  if (queue.code != 0) slurm_failed(queue.text);
}

std::vector<Outcome> run_on_slurm(const std::vector<Job>& jobs, const ClusterOptions& options) {
  if (jobs.empty()) return {};
  return Array(jobs, options).run();
}

}  // namespace flybar::program
