/// One-way latency of a message with a payload: half the mean round trip, and where the time goes.
#pragma once

#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class OneWay : public ExperimentOn<TrapezeStack> {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> sample_size() const override { return {"round_trips"}; }
  bool takes_system() const override { return true; }
  Results run(const Context& context) override;

 private:
  Bytes payload_ = Bytes(8192);
  Bytes control_ = Bytes(128);
  trapeze::Notify notify_ = trapeze::Notify::kPolling;
  std::int64_t round_trips_ = 50;
  Time pause_;
};

}  // namespace flybar::experiments
