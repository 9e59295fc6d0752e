#include "testbenches/experiments/inet/netperf_notes.h"

#include <cmath>
#include <string>

namespace flybar::experiments {

namespace {

/// From which a CPU has nothing left, and the larger part of it.
constexpr double kBusy = 95, kMost = 50;

}  // namespace

void note_unused(const NetperfSetup& setup, Results& results) {
  const NetperfSetup usual;
  struct Option {
    const char* name;
    bool of_streams;
    bool changed;
  };
  const Option options[] = {
      {"direction", true, setup.direction != usual.direction},
      {"send_size", true, setup.send_size != usual.send_size},
      {"receive_size", true, setup.receive_size != usual.receive_size},
      {"sender_writes", true, setup.writes != usual.writes},
      {"amount", true, setup.amount != usual.amount},
      {"request", false, setup.request != usual.request},
      {"response", false, setup.response != usual.response},
      {"transactions", false, setup.transactions != usual.transactions},
  };
  std::string unused;
  for (const Option& option : options)
    if (option.changed && option.of_streams != setup.streams())
      unused.append(unused.empty() ? "" : ", ").append(option.name);
  if (unused.empty()) return;
  results.notes.push_back(unused + ": no effect, as " +
                          (setup.streams() ? "a stream has no round trips (test=tcp-rr or udp-rr)"
                                           : "round trips are no stream (test=tcp-stream or "
                                             "udp-stream)"));
}

void note_starved(double busy, double beside, Results& results) {
  if (busy < kBusy || beside < kMost) return;
  results.notes.push_back("what is beside the test takes " + std::to_string(std::lround(beside)) +
                          " % of the client's CPU, and TCP/IP waits for its turn");
}

}  // namespace flybar::experiments
