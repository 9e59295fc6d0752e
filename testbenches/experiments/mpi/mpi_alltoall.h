/// All processes of an MPI program exchange data at once.
#pragma once

#include "models/mpi/mpi_params.h"
#include "testbenches/experiments/stacks/pm/pm_stack.h"

namespace flybar::experiments {

class MpiAllToAll : public ExperimentOn<PmStack> {
 public:
  bool takes_system() const override { return true; }
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  Results run(const Context& context) override;

 private:
  std::int64_t nodes_ = 8;
  Bytes payload_ = Bytes(32 * 1024);
  mpi::Library library_ = mpi::Library::kZeroCopy;
  std::int64_t rounds_ = 2;
};

}  // namespace flybar::experiments
