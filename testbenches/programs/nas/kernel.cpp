#include "testbenches/programs/nas/kernel.h"

#include <algorithm>
#include <bit>

#include "models/mpi/mpi.h"
#include "testbenches/programs/nas/ft.h"
#include "testbenches/programs/nas/is.h"

namespace flybar::nas {
namespace {

constexpr std::int64_t kMostProcesses = 128;

/// FT splits planes of z, and of y.
std::int64_t most_processes(Kernel kernel, Class size) {
  if (kernel == Kernel::kIs) return kMostProcesses;
  const FtSize& points = ft_size(size);
  return std::min(kMostProcesses, static_cast<std::int64_t>(std::min(points.ny, points.nz)));
}

}  // namespace

std::vector<Fault> Benchmark::check(Kernel kernel, Class size, std::int64_t processes) {
  const std::int64_t most = most_processes(kernel, size);
  const bool power = processes > 0 && std::has_single_bit(static_cast<std::uint64_t>(processes));
  if (power && processes <= most) return {};
  const char* const name = kernel == Kernel::kIs ? "IS" : "FT";
  return {{"nodes", std::to_string(processes) + ", among which " + name + " cannot split its data",
           "powers of two from 1 to " + std::to_string(most), "choose one of these"}};
}

Benchmark::Benchmark(Kernel kernel, Class size, int processes, const Costs& costs)
    : kernel_(kernel),
      size_(size),
      costs_(costs),
      reports_(static_cast<std::size_t>(std::max(processes, 0))) {
  const std::vector<Fault> faults = check(kernel, size, processes);
  if (!faults.empty()) throw ConfigurationError(faults);
}

mpi::Main Benchmark::program() {
  return [this](int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    play(rank);
    MPI_Finalize();
    return 0;
  };
}

void Benchmark::play(int rank) {
  Report& report = reports_[static_cast<std::size_t>(rank)];
  const OnStep step = [this] { on_step(++done_, steps()); };
  if (kernel_ == Kernel::kIs)
    run_is(is_size(size_), costs_, report, step);
  else
    run_ft(ft_size(size_), costs_, report, step);
}

/// Those that are not timed are as long as the others.
std::int64_t Benchmark::steps() const {
  const int each = kernel_ == Kernel::kIs ? 1 + kIsPasses : 2 + kFtSteps;
  return each * static_cast<std::int64_t>(reports_.size());
}

Time Benchmark::took() const {
  Time longest;
  for (const Report& report : reports_) longest = std::max(longest, report.took);
  return longest;
}

double Benchmark::operations() const {
  return kernel_ == Kernel::kIs ? static_cast<double>(kIsPasses * is_size(size_).keys())
                                : ft_operations(ft_size(size_));
}

double Benchmark::rate() const {
  return operations() / took().us();
}

double Benchmark::mean_message() const {
  std::int64_t messages = 0, bytes = 0;
  for (const Report& report : reports_) {
    messages += report.messages;
    bytes += report.bytes;
  }
  return messages == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(messages);
}

}  // namespace flybar::nas
