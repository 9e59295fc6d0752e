/// Bandwidth of messages back to back by the vendor's firmware and library.
#pragma once

#include "testbenches/experiments/myriapi/myriapi_messages.h"

namespace flybar::experiments {

class MyriapiBandwidth : public ExperimentOn<MyriapiStack> {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> sample_size() const override { return {"messages"}; }
  Results run(const Context& context) override;

 private:
  MyriapiOptions messages_;
  std::int64_t count_ = 1000;
};

}  // namespace flybar::experiments
