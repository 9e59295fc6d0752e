/// What `flybar sweep` shows people when it has ended.
#pragma once

#include <string>

#include "testbenches/flybar/sweep/sweep_table.h"

namespace flybar::program {

/// The table, if it is short, with the first results of each point, and the point whose first
/// result is best: the least time, or the greatest rate. Empty if there is nothing to show.
std::string sweep_text(const SweepTable& table);

}  // namespace flybar::program
