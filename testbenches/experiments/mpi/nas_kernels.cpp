#include "testbenches/experiments/mpi/nas_kernels.h"

#include <deque>

namespace flybar::experiments {

namespace {

void add_speed_up(double buffered, double zero_copy, Results& results) {
  results.numbers.push_back({"rate_buffered", buffered, "Mop/s"});
  results.numbers.push_back({"rate_zero_copy", zero_copy, "Mop/s"});
  results.numbers.push_back({"speed_up", zero_copy / buffered, ""});
}

}  // namespace

void NasKernels::describe(Parameters& options) {
  options.add_choice("kernel", kernel_, {{"is", nas::Kernel::kIs}, {"ft", nas::Kernel::kFt}},
                     {"Sorting of integers, or Fourier transforms.", "choice"});
  options.add_choice("class", class_,
                     {{"S", nas::Class::kS}, {"W", nas::Class::kW}, {"A", nas::Class::kA}},
                     {"How much data, as the benchmark defines it.", "choice"});
  options.add("nodes", nodes_, {1, 128},
              {"Processes, one on each node: a power of two.", "choice"});
  options.add_choice("library", libraries_,
                     {{"buffered", Libraries::kBuffered},
                      {"zero-copy", Libraries::kZeroCopy},
                      {"both", Libraries::kBoth}},
                     {"Messages above mpi.eager_limit in pieces, as remote writes, or one run of "
                      "each.",
                      "the published comparison"});
  options.add("is_key", costs_.is_key, {Time(), Time::us(10)},
              {"CPU time of a key in a pass of IS, buckets and ranks included, on "
               "host.reference_clock.",
               "some 120 clocks at 200 MHz", Confidence::kGuess});
  options.add(
      "ft_rate", costs_.ft_mops, "Mop/s", {0.1, 1e5},
      {"Floating-point operations of FT that a process computes in a second, on "
       "host.reference_clock.",
       "what compiled transforms reach on a Pentium Pro beyond its cache", Confidence::kGuess});
}

void NasKernels::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  for (const Fault& fault : nas::Benchmark::check(kernel_, class_, nodes_)) faults.push_back(fault);
  check_mpi(nodes_, system, faults);
}

std::vector<mpi::Library> NasKernels::libraries() const {
  std::vector<mpi::Library> all;
  if (libraries_ != Libraries::kZeroCopy) all.push_back(mpi::Library::kBuffered);
  if (libraries_ != Libraries::kBuffered) all.push_back(mpi::Library::kZeroCopy);
  return all;
}

/// The last library is the one that the general results are of.
std::vector<Result> NasKernels::numbers(const nas::Benchmark& main, const MpiStack& stack) const {
  const std::size_t last = libraries().size() - 1;
  const MpiStack::Pins pins = stack.pins(last);
  const auto mean = [&](std::int64_t sum) {
    return static_cast<double>(sum) / static_cast<double>(nodes_);
  };
  const auto locks = static_cast<double>(pins.hits + pins.misses);
  return {{"rate", main.rate(), "Mop/s"},
          {"time", main.took().us(), "us"},
          // A kernel that fails its verification ends the run.
          {"verified", 1, ""},
          {"mean_message", main.mean_message(), "B"},
          {"pin_hits", mean(pins.hits), ""},
          {"pin_misses", mean(pins.misses), ""},
          {"hit_ratio", locks == 0 ? 0 : 100 * static_cast<double>(pins.hits) / locks, "%"},
          {"compute_share", share_of(stack.job(last), mpi::Use::kComputing), "%"}};
}

Results NasKernels::run(const Context& context) {
  MpiStack stack(context, static_cast<std::size_t>(nodes_));
  const auto programs = static_cast<std::int64_t>(libraries().size());
  std::deque<nas::Benchmark> all;
  for (const mpi::Library library : libraries()) {
    const auto before = static_cast<std::int64_t>(all.size());
    nas::Benchmark& one = all.emplace_back(kernel_, class_, static_cast<int>(nodes_), costs_);
    one.on_step = [&stack, before, programs](std::int64_t done, std::int64_t steps) {
      stack.testbed().progress(before * steps + done, programs * steps);
    };
    stack.add({.library = library, .main = one.program()});
  }
  stack.run();

  Results results;
  results.numbers = numbers(all.back(), stack);
  if (all.size() == 2) add_speed_up(all[0].rate(), all[1].rate(), results);
  stack.account(all.size() - 1, results);
  return results;
}

}  // namespace flybar::experiments
