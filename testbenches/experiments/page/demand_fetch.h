/// Latency of a demand fetch: a short request, and a page comes back.
#pragma once

#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class DemandFetch : public ExperimentOn<TrapezeStack> {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  bool takes_system() const override { return true; }
  Results run(const Context& context) override;

 private:
  Bytes payload_ = Bytes(8192);
  Bytes control_ = Bytes(32);
  trapeze::Notify notify_ = trapeze::Notify::kPolling;
  std::int64_t round_trips_ = 50;
};

}  // namespace flybar::experiments
