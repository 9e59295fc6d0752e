/// Runs of this program in processes of their own: SystemC simulates once in a process, and a run
/// that fails takes nothing else with it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "testbenches/flybar/command/request.h"

namespace flybar::program {

struct Job {
  RunRequest request;  ///< its `json` is where the record goes
};

struct Outcome {
  /// kOk if it has left a record, which says whether injected faults have ended the run early;
  /// kInterrupted if it did not run to its end because of a signal.
  int exit_code = 0;
  std::string error;  ///< the first lines of the standard error if it failed
};

/// Progress on the standard error if that is a terminal, and `quiet` is not set.
struct JobOptions {
  int processes = 1;
  bool quiet = false;
  /// Where records lie until they are complete, in a file of this process's own: two sweeps, of
  /// which one was killed, may run the same job. Empty: beside the record.
  std::filesystem::path unfinished = {};
  /// Is told of each job as it ends.
  std::function<void(std::size_t job, const Outcome&)> on_end = {};
};

/// Runs all jobs; after a signal ends those that run, and starts no other. At most `processes` at a
/// time. Outcomes are in the order of the jobs.
std::vector<Outcome> run_jobs(const std::vector<Job>& jobs, const JobOptions& options);

/// Throws UsageError for a -j below `least` or above what a machine is good for.
void check_processes(int wanted, int least);

/// How many runs like this at the same time: so many, or one for each processor if it is 0; but no
/// more than processors have room for with all their threads.
int processes_of(int wanted, const RunRequest& request);

/// The command line of a run, without the program's name.
std::vector<std::string> arguments_of(const RunRequest& request);

}  // namespace flybar::program
