/// Latency of one message by the vendor's firmware and library: half the mean round trip.
#pragma once

#include "testbenches/experiments/myriapi/myriapi_messages.h"

namespace flybar::experiments {

class MyriapiLatency : public ExperimentOn<MyriapiStack> {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> sample_size() const override { return {"round_trips"}; }
  Results run(const Context& context) override;

 private:
  MyriapiOptions messages_;
  std::int64_t round_trips_ = 50;
};

}  // namespace flybar::experiments
