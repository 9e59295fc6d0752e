/// FT: a partial differential equation in three dimensions, by Fourier transforms.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>

#include "testbenches/programs/nas/fft.h"
#include "testbenches/programs/nas/kernel.h"

namespace flybar::nas {

constexpr int kFtSteps = 6;

struct FtSize {
  std::size_t nx, ny, nz;
  std::array<Complex, kFtSteps> checksums;
  std::size_t points() const { return nx * ny * nz; }
};
const FtSize& ft_size(Class size);

/// As the benchmark counts them.
double ft_operations(const FtSize& size);

/// In a process of an MPI program.
void run_ft(
    const FtSize& size, const Costs& costs, Report& report, const OnStep& step = [] {});

}  // namespace flybar::nas
