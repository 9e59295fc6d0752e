/// Points that someone else has chosen: a design of experiments, an optimiser.
#pragma once

#include <string>
#include <vector>

#include "testbenches/flybar/plan/vary.h"

namespace flybar::program {

/// The keys of a CSV file's title, each with the values of its column; they step together. Throws
/// ConfigurationError.
std::vector<Vary> read_points_file(const std::string& file);

}  // namespace flybar::program
