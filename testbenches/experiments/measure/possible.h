/// Results that cannot be. One of them is a fault of the program, and is not printed as a result.
#pragma once

#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/experiments/measure/testbed.h"

namespace flybar::experiments {

/// In MB/s, together, how fast payload can come to the nodes that got it while the cables counted:
/// that which got most was limited by its link and its bus, as far as that says its rate, without
/// any overhead, and the others got their parts in the same time. 0 if nothing came. After the run.
double most_received(Testbed& testbed);

/// False if results of this rate cannot be: link and bus carry `most`, or 0 if that is not known.
bool can_carry(double most, double rate);

/// Throws std::logic_error if a share in a table or of a result is outside 0 .. 100 %, or a result
/// called bandwidth or throughput is more than `most` MB/s.
void require_possible(const Results& results, double most);

}  // namespace flybar::experiments
