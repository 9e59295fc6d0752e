/// The files of a workload as the memory service knows them.
#pragma once

#include <vector>

#include "testbenches/experiments/replay/plan.h"
#include "testbenches/experiments/stacks/gms/memory_cluster.h"

namespace flybar::experiments {

/// Where the files of a replay are.
enum class ReplayMemory : std::uint8_t {
  kDisk,     ///< there is no network memory
  kNetwork,  ///< in network memory; what is changed stays there
  kBoth,     ///< on disk, with network memory in front
};

class ReplayFiles {
 public:
  ReplayFiles(const ReplayPlan& plan, ReplayMemory memory, gms::Files& files);

  /// By number in the workload.
  gms::File now(std::size_t file) const { return now_[file]; }
  /// The other way round; also for what a file was before it was emptied.
  std::size_t recorded(gms::File file) const { return recorded_[file]; }
  std::uint32_t pages(gms::File file) const { return plan_.files[recorded(file)].pages; }
  /// From now on it is a file that nobody has written. Who has mapped the old one goes on with it.
  void empty(std::size_t file);

 private:
  gms::Policy policy(const ReplayPlan::File& file) const;
  void keep(std::size_t file, gms::File made);

  const ReplayPlan& plan_;
  const ReplayMemory memory_;
  gms::Files& files_;
  std::vector<gms::File> now_;
  std::vector<std::size_t> recorded_;
};

}  // namespace flybar::experiments
