/// Points on a cluster: an array of jobs, each of which runs a chunk of the points one after the
/// other and writes their records into the directory of the sweep, which all nodes share.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "testbenches/flybar/sweep/jobs.h"

namespace flybar::program {

struct ClusterOptions {
  std::filesystem::path directory;  ///< of the sweep
  int chunk = 0;                    ///< points of a job; 0: as many as make 32 jobs
  int simultaneous = 0;             ///< jobs at the same time; 1 or less: as the cluster likes
  bool quiet = false;
  /// Is told of each point as it is found to have ended.
  std::function<void(std::size_t job, const Outcome&)> on_end = {};
};

/// Throws OutputError if there is no Slurm, or it does not answer.
void check_slurm();

/// Submits the jobs to Slurm and waits for them; those of an earlier sweep in this directory, which
/// was killed, come first. What ends without a result is submitted again, until three submissions
/// in a row bring nothing. After a signal cancels what is left. Throws OutputError if Slurm takes
/// no jobs.
std::vector<Outcome> run_on_slurm(const std::vector<Job>& jobs, const ClusterOptions& options);

}  // namespace flybar::program
