/// What is measured: whole systems with their real firmware.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbenches/experiments/measure/experiment.h"

namespace flybar::speed {

/// One simulation in a process of its own.
struct Sample {
  Time simulated;
  std::int64_t nic_cycles = 0;
  double cpu = 0;  ///< s of one core

  double real_time() const { return simulated.us() * 1e-6 / cpu; }
  double cycles_per_second() const { return static_cast<double>(nic_cycles) / cpu; }
};

/// A system, for some amount of work.
struct Job {
  const char* key;  ///< names it on the command line
  const char* name;
  std::int64_t fast;         ///< messages when stepping fast, for about half a second
  std::int64_t every_clock;  ///< and when stepping every clock
  experiments::Results (*run)(const experiments::Context& context, std::int64_t messages);
  std::int64_t multiple = 1;  ///< the number of messages is one of it: all nodes send as many
  const char* platform = "alphastation-500";
  /// Each host has a second board, on a bus and a network of its own, that does nothing.
  bool idle_second = false;
};

/// In the order to show.
const std::vector<Job>& jobs();

/// Runs it in this process and prints one line: simulated time in ps, NIC cycles. Throws
/// std::invalid_argument if there is no such job, or if it cannot have so many messages.
void run_alone(const std::string& key, const std::string& messages, Stepping stepping);

/// Runs it, with the timeline written to `trace` unless that is empty. Throws std::runtime_error
/// with what went wrong there.
Sample measure(const Job& job, Stepping stepping, const std::string& trace = "");

}  // namespace flybar::speed
