/// The runs by which the model measures published numbers.
#pragma once

#include <string>
#include <vector>

#include "testbenches/flybar/command/request.h"
#include "testbenches/flybar/results/published.h"

namespace flybar::program {

/// The run with the published conditions.
RunRequest published_run(const Published& row);

/// One for each value of the varied parameters. Throws ConfigurationError.
std::vector<RunRequest> runs_of(const Published& row);

/// The published number that the results of these runs amount to, in its unit. `results` has one
/// value for each run, in their order. Throws ConfigurationError.
double quantity_of(const Published& row, const std::vector<double>& results);

}  // namespace flybar::program
