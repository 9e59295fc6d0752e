/// A recorded program on node 0, with its files on disk or in network memory.
#pragma once

#include <string>

#include "testbenches/experiments/replay/process.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class Replay : public ExperimentOn<TrapezeStack> {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> inputs() const override;
  Results run(const Context& context) override;

 private:
  bool is_warm() const;
  std::size_t nodes() const;
  ReplayPlan plan(const cluster::SystemParams& system) const;
  void check_roles(std::vector<Fault>& faults) const;
  void check_pages(const cluster::SystemParams& system, std::vector<Fault>& faults) const;
  void check_room(const ReplayPlan& plan, const cluster::SystemParams& system,
                  std::vector<Fault>& faults) const;
  void check_think(const ReplayPlan& plan, std::vector<Fault>& faults) const;

  std::string workload_;
  ReplayMemory memory_ = ReplayMemory::kBoth;
  bool warm_ = true;
  std::int64_t servers_ = 2;
  std::int64_t read_ahead_ = 8;
  double think_ = 1;
  ReplayTouches touches_ = ReplayTouches::kRecorded;
  std::int64_t operations_ = Workload::kMostOperations;
};

}  // namespace flybar::experiments
