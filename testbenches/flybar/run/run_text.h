/// What `flybar run` shows people.
#pragma once

#include <string>

#include "testbenches/flybar/results/record.h"
#include "testbenches/flybar/validate/published_beside.h"

namespace flybar::program {

/// The answer first, then what limits, what messages waited for longest, and how busy the nodes
/// were: at most 24 lines of 100 columns. With `verbose` all results and tables of the record.
std::string run_text(const Record& record, const std::string& system,
                     const PublishedBeside& published, bool verbose);

}  // namespace flybar::program
