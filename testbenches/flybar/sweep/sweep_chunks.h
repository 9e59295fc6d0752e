/// What a job of a cluster is told, and what it tells: files in a directory that all nodes share.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/flybar/sweep/jobs.h"

namespace flybar::program {

/// A list of points in chunks, and the script that runs one of them.
class Submission {
 public:
  /// In a new directory below that of the sweep. `chunk` as in ClusterOptions. Throws OutputError.
  static Submission make(const std::filesystem::path& sweep, const std::vector<Job>& jobs,
                         int chunk);
  /// That was made before.
  explicit Submission(std::filesystem::path directory) : directory_(std::move(directory)) {}

  const std::filesystem::path& directory() const { return directory_; }
  std::filesystem::path script() const { return directory_ / "chunk.sh"; }
  std::size_t chunks() const { return chunks_; }

  /// The jobs of a chunk, from 1. Throws ConfigurationError if there is none.
  std::vector<Job> chunk(int index) const;
  void tell_failure(const Job& job, const Outcome& outcome) const;
  /// Nothing if the job has neither a record nor failed.
  std::optional<Outcome> outcome(const Job& job) const;

 private:
  std::filesystem::path directory_;
  std::size_t chunks_ = 0;
  std::size_t size_ = 1;
};

/// Below that of the sweep, for all submissions.
std::filesystem::path submissions_of_sweep(const std::filesystem::path& directory);

}  // namespace flybar::program
