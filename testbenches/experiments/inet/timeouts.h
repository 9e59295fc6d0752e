/// When the timers of TCP limit a run: its connections stand still until one has run out.
#pragma once

#include <vector>

#include "models/inet/stack/stack.h"
#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"

namespace flybar::experiments {

/// Of all connections of a run, in the time that counts.
struct TimedOut {
  inet::Stack::Timeouts timeouts;
  double connection_us;                   ///< the time of each, all together
  std::vector<std::vector<Drops>> drops;  ///< by cards, by hosts
};

/// That is the limit of `results`, in place of the resource that is named there, if connections
/// wait for timers for a greater part of the time than that is busy; of messages that wait, half.
void limit_by_timeouts(Results& results, const TimedOut& timed_out);

}  // namespace flybar::experiments
