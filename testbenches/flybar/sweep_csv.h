/// The table of a sweep.
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiments/experiment.h"
#include "testbenches/flybar/vary.h"

namespace flybar::program {

struct SweepRow {
  std::vector<std::string> values;
  std::string error;  ///< empty if the point was measured
  std::vector<experiments::Result> results;
};

/// One column for each key that varies, one for each result with its unit ("latency us"), and the
/// reason of points that failed. The rows are in the order of the plan, however they were run.
std::string sweep_csv(const std::vector<Vary>& axes, const std::vector<SweepRow>& rows);

}  // namespace flybar::program
