/// Many programs on many nodes that lose messages and die, every page they see held against the
/// ledger.
#pragma once

#include <string>

#include "testbenches/experiments/stacks/transport/transport.h"
#include "testbenches/tests/attack/gms/stress_scenario.h"

namespace flybar::gms {

/// Runs it in this process. A line for people with what happened; it begins with "error: " if that
/// may not happen.
std::string stress(const StressScenario& scenario,
                   experiments::Transport transport = experiments::Transport::kTrapeze);

}  // namespace flybar::gms
