/// A workload, ready to be replayed: what each process does, and what becomes of each file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/experiments/workload/workload.h"

namespace flybar::experiments {

struct ReplayPlan {
  /// Pages of files that are modelled, which bounds the memory that a run takes.
  static constexpr std::int64_t kMostPages = std::int64_t{1} << 22;
  /// Of all processes together.
  static constexpr Time kLongestThink = Time::ms(86'400'000);

  struct File {
    std::uint32_t pages = 0;        ///< when it is largest
    std::uint32_t first_pages = 0;  ///< that it has before the run
    std::int64_t emptied = 0;       ///< times that it is truncated to nothing
    bool changed = false;
    bool synced = false;  ///< somebody waits until it is on disk
  };

  Workload workload;
  std::vector<File> files;                             ///< those of the workload
  std::vector<std::vector<std::uint32_t>> of_process;  ///< its operations, by number

  /// What the system has to hold in the end: what was emptied counts each time.
  std::int64_t pages() const;
  std::int64_t first_pages() const;
  /// Of all processes, each as often as it is repeated; at least 1.
  std::int64_t operations() const;
};

/// The first `operations` of it, with repetitions. Throws ConfigurationError if it is too large to
/// be replayed with this page size.
ReplayPlan plan_replay(Workload workload, std::int64_t operations, Bytes page);

/// The file of the recording of this name that lies beside the program, or else `name` itself if it
/// is a path. Throws ConfigurationError if it can be neither.
std::string workload_path(const std::string& name);

}  // namespace flybar::experiments
