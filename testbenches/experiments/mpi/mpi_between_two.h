/// Experiments with MPI messages between two processes.
#pragma once

#include "models/mpi/mpi_params.h"
#include "testbenches/experiments/mpi/mpi_transfers.h"
#include "testbenches/experiments/pm/crossover.h"
#include "testbenches/experiments/stacks/pm/pm_stack.h"

namespace flybar::experiments {

/// Latency of one message: half the mean round trip.
class MpiLatency : public ExperimentOn<PmStack> {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  Results run(const Context& context) override;

 private:
  mpi::Library library_ = mpi::Library::kZeroCopy;
  Bytes payload_ = Bytes(4);
  std::int64_t round_trips_ = 100;
};

/// Bandwidth of messages one after the other.
class MpiBandwidth : public ExperimentOn<PmStack> {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  std::vector<std::string> sample_size() const override { return {"messages"}; }
  Results run(const Context& context) override;

 private:
  mpi::Library library_ = mpi::Library::kZeroCopy;
  Bytes payload_ = Bytes(128 * 1024);
  double hit_percent_ = 100;
  MpiPattern pattern_ = MpiPattern::kOneWay;
  std::int64_t messages_ = 50;
};

/// The size from which remote writes stay quicker than messages in pieces.
class MpiCrossover : public ExperimentOn<PmStack> {
 public:
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  Results run(const Context& context) override;

 private:
  double hit_percent_ = 100;
  SizeRange range_{Bytes(1024), Bytes(32 * 1024), Bytes(1024)};
};

}  // namespace flybar::experiments
