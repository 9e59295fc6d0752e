/// A connection that waits.
#pragma once

#include "testbenches/experiments/measure/experiment.h"

namespace flybar::speed {

/// TCP waits for an acknowledgement that never comes, and sends its segment again by its timers, in
/// `stalls` times 500 ms of simulated time.
experiments::Results stall(const experiments::Context& context, std::int64_t stalls);

}  // namespace flybar::speed
