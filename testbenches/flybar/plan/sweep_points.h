/// The points of a sweep, checked.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/flybar/plan/plan.h"

namespace flybar::program {

/// A run, and the file that its record goes to.
struct Point {
  std::vector<std::string> values;
  RunRequest run;
  std::string name = {};        ///< fingerprint of all that the result depends on
  std::string firmware = {};    ///< fingerprint of what the chips run
  std::string impossible = {};  ///< why it cannot run
};

/// What is known of a key that varies.
struct AxisAbout {
  std::string unit, summary, confidence, source, allowed;
};

struct SweepPoints {
  std::vector<Point> points;
  std::vector<AxisAbout> about;            ///< of each axis of the plan
  std::size_t left_out = 0;                ///< by constraints
  std::vector<std::string> headline = {};  ///< of the experiment
};

/// Checks every point before any runs, and appends to the plan the seeds of replicates. A point's
/// file in `directory` is named after all that its result depends on, so a finished point is found
/// again whatever else the sweep holds. A point that is not possible says so, unless none is
/// possible, or a value is a slip of the pen: then this throws ConfigurationError.
SweepPoints make_points(SweepPlan& plan, const std::filesystem::path& directory);

}  // namespace flybar::program
