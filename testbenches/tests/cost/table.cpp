#include "testbenches/tests/cost/table.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include "testbenches/tests/cost/jobs.h"
#include "testbenches/tests/temporary_directory.h"

namespace flybar::speed {
namespace {

/// Of these attempts the quickest: what disturbs a measurement only makes it slower.
constexpr int kAttempts = 2;

Sample best(const Job& job, Stepping stepping, const std::string& trace = "") {
  Sample quickest = measure(job, stepping, trace);
  for (int i = 1; i < kAttempts; ++i) {
    const Sample sample = measure(job, stepping, trace);
    if (sample.cpu < quickest.cpu) quickest = sample;
  }
  return quickest;
}

void print_row(const char* name, const char* stepping, const Sample& sample) {
  std::printf("%-36s %-12s %10.1f %9.3f %10.1f %12.2f\n", name, stepping,
              sample.simulated.us() * 1e-3, sample.cpu, sample.cycles_per_second() * 1e-6,
              sample.real_time());
  std::fflush(stdout);
}

}  // namespace

void print_stepping() {
  std::printf("%-36s %-12s %10s %9s %10s %12s\n", "", "stepping", "simulated", "CPU", "NIC cycles",
              "of real time");
  std::printf("%-36s %-12s %10s %9s %10s %12s\n", "", "", "ms", "s", "M/s", "x");
  std::array<double, 2> cost_per_cycle{};
  for (const Job& job : jobs()) {
    const Sample fast = best(job, Stepping::kFast);
    print_row(job.name, "fast", fast);
    print_row("", "every clock", best(job, Stepping::kEveryClock));
    if (job.key == std::string("ping-pong")) cost_per_cycle[0] = 1 / fast.cycles_per_second();
    if (job.key == std::string("64-nodes")) cost_per_cycle[1] = 1 / fast.cycles_per_second();
  }
  std::printf("a NIC cycle of 64 nodes costs %.2f x one of two nodes\n",
              cost_per_cycle[1] / cost_per_cycle[0]);
}

void print_tracing() {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "timeline.pftrace").string();
  const Job& job = jobs().front();
  const Sample off = best(job, Stepping::kFast);
  const Sample on = best(job, Stepping::kFast, file);
  std::printf("timeline written: %.3f s instead of %.3f s, %.2f x (%s)\n", on.cpu, off.cpu,
              on.cpu / off.cpu, job.name);
}

void print_command(const std::string& flybar) {
  using Clock = std::chrono::steady_clock;
  const std::string command = "'" + flybar + "' run one-way --quiet > /dev/null";
  double quickest = 1e9;
  for (int i = 0; i < kAttempts; ++i) {
    const auto begin = Clock::now();
    if (std::system(command.c_str()) != 0) {
      std::printf("flybar run one-way: it failed\n");
      return;
    }
    const std::chrono::duration<double> wall = Clock::now() - begin;
    quickest = std::min(quickest, wall.count());
  }
  std::printf("flybar run one-way, 50 round trips: %.3f s\n", quickest);
}

}  // namespace flybar::speed
