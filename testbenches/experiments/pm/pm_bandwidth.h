/// Bandwidth of PM messages and remote writes, and the size from which writes are quicker.
#pragma once

#include "testbenches/experiments/pm/crossover.h"
#include "testbenches/experiments/pm/pm_transfers.h"

namespace flybar::experiments {

class PmBandwidth : public ExperimentOn<PmStack> {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> sample_size() const override { return {"transfers"}; }
  Results run(const Context& context) override;

 private:
  Bytes payload_ = Bytes(8192);
  PmPath path_ = PmPath::kBuffer;
  double hit_percent_ = 100;
  std::int64_t transfers_ = 100;
  Bytes offset_ = Bytes(0);
};

class PmCrossover : public ExperimentOn<PmStack> {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  Results run(const Context& context) override;

 private:
  double hit_percent_ = 100;
  SizeRange range_{Bytes(256), Bytes(16 * 1024), Bytes(256)};
};

class PmPin : public ExperimentOn<PmStack> {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  Results run(const Context& context) override;

 private:
  std::int64_t pages_ = 1;
  double hit_percent_ = 100;
};

}  // namespace flybar::experiments
