/// The kernels IS and FT of the NAS Parallel Benchmarks 2.3, as programs of modelled MPI: they
/// compute real data, send it, check it by the benchmark's own verification, and say what computing
/// costs by counted work.
///
/// D. Bailey and others, "The NAS Parallel Benchmarks", RNR-94-007, and "2.0", NAS-95-020.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/common/fault.h"
#include "models/common/units.h"
#include "models/mpi/program.h"

namespace flybar::nas {

enum class Kernel : std::uint8_t { kIs, kFt };
enum class Class : std::uint8_t { kS, kW, kA };

/// CPU time of counted work.
struct Costs {
  Time is_key = Time::ns(534);  ///< of a key in a pass of IS
  double ft_mops = 14.1;        ///< 10^6 floating-point operations in a second of FT
};

/// What one process says of its timed part.
struct Report {
  Time took;
  std::int64_t messages = 0;  ///< of the all-to-all exchanges of data, to other processes
  std::int64_t bytes = 0;
  int checks = 0;  ///< of the benchmark's verification, passed
};

/// Called by a process that has done a pass of IS, or a transform of FT.
using OnStep = std::function<void()>;

class Benchmark {
 public:
  /// Throws ConfigurationError if check() finds a fault.
  Benchmark(Kernel kernel, Class size, int processes, const Costs& costs);

  /// What is wrong with so many processes; empty if nothing is.
  static std::vector<Fault> check(Kernel kernel, Class size, std::int64_t processes);

  /// The program of each process. It throws SimulationError if the verification fails. Valid as
  /// long as this.
  mpi::Main program();
  /// Told how many steps all processes have done together, of how many.
  std::function<void(std::int64_t done, std::int64_t all)> on_step = [](auto, auto) {};

  // After the run:

  /// From the first process's beginning of the timed part to the last one's end.
  Time took() const;
  /// 10^6 operations in a second, as the benchmark counts them.
  double rate() const;
  /// Bytes.
  double mean_message() const;

 private:
  void play(int rank);
  std::int64_t steps() const;
  double operations() const;

  const Kernel kernel_;
  const Class size_;
  const Costs costs_;
  std::vector<Report> reports_;
  std::int64_t done_ = 0;  ///< steps
};

}  // namespace flybar::nas
