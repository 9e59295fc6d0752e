/// The kernels IS and FT of the NAS benchmarks, with one MPI library or both.
#pragma once

#include <vector>

#include "models/mpi/mpi_params.h"
#include "testbenches/experiments/stacks/mpi/mpi_stack.h"
#include "testbenches/programs/nas/kernel.h"

namespace flybar::experiments {

class NasKernels : public ExperimentOn<PmStack> {
 public:
  enum class Libraries : std::uint8_t { kBuffered, kZeroCopy, kBoth };

  bool takes_system() const override { return true; }
  void describe(Parameters& options) override;
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override;
  Results run(const Context& context) override;

 private:
  std::vector<mpi::Library> libraries() const;
  std::vector<Result> numbers(const nas::Benchmark& main, const MpiStack& stack) const;

  nas::Kernel kernel_ = nas::Kernel::kIs;
  nas::Class class_ = nas::Class::kS;
  std::int64_t nodes_ = 8;
  Libraries libraries_ = Libraries::kBoth;
  nas::Costs costs_;
};

}  // namespace flybar::experiments
