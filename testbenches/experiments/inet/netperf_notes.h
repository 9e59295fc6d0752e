/// What a user of netperf has to know of results.
#pragma once

#include "testbenches/experiments/inet/netperf_setup.h"
#include "testbenches/experiments/measure/experiment.h"

namespace flybar::experiments {

/// Notes on options that have another value than by default, and no effect on this test.
void note_unused(const NetperfSetup& setup, Results& results);

/// On a test that hardly gets the client's CPU: it takes `busy` % of its time, of which `beside` %
/// are for what is beside the test.
void note_starved(double busy, double beside, Results& results);

}  // namespace flybar::experiments
