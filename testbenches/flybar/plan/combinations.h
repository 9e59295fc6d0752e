/// The points of a sweep.
#pragma once

#include <string>
#include <vector>

#include "testbenches/flybar/plan/vary.h"

namespace flybar::program {

/// Every combination, the last key changing fastest: for each point one value for each key. Throws
/// ConfigurationError for a key that stands there twice, for keys that step together and have
/// different numbers of values, and for too many points.
std::vector<std::vector<std::string>> combinations(const std::vector<Vary>& axes);

}  // namespace flybar::program
