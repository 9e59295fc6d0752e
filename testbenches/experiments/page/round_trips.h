/// A message from node 0 to node 1 and one back, again and again.
#pragma once

#include <cstdint>

#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

struct RoundTrips {
  std::int64_t measured = 0;  ///< after two that are not, which fill what a real system has cached
  Bytes control;              ///< of each message
  Bytes there;                ///< payload
  Bytes back;                 ///< payload
  Time pause;                 ///< of node 0 after each, which is not measured
};

/// Runs the test bed. The time of all that are measured together, whose messages are those that the
/// test bed measures.
Time run_round_trips(TrapezeStack& stack, const RoundTrips& trips);

}  // namespace flybar::experiments
