/// What `flybar run` shows people.
#pragma once

#include <string>

#include "testbenches/flybar/prepare/prepare.h"
#include "testbenches/flybar/results/record.h"

namespace flybar::program {

/// The answer first, then what limits, what messages waited for longest, and how busy the nodes
/// were, those that limit first: at most 24 lines of 100 columns. Results of the headline are the
/// last to be left out. If the user asked for more, all results and tables of the record.
std::string run_text(const RunRequest& request, const Prepared& ready, const Record& record);

}  // namespace flybar::program
