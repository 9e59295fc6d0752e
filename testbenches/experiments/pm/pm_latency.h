/// Latency of one PM message, or of one remote write, between two nodes.
#pragma once

#include "testbenches/experiments/stacks/pm/pm_stack.h"

namespace flybar::experiments {

class PmLatency : public ExperimentOn<PmStack> {
 public:
  enum class Path : std::uint8_t { kBuffer, kWrite };

  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> sample_size() const override { return {"round_trips"}; }
  Results run(const Context& context) override;

 private:
  Bytes payload_ = Bytes(4);
  Path path_ = Path::kBuffer;
  std::int64_t round_trips_ = 100;
};

}  // namespace flybar::experiments
