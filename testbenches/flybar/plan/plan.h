/// A sweep as it was asked for: what is fixed and what varies.
#pragma once

#include <vector>

#include "testbenches/flybar/command/request.h"
#include "testbenches/flybar/plan/expression.h"
#include "testbenches/flybar/plan/vary.h"

namespace flybar::program {

struct SweepPlan {
  RunRequest base;
  std::vector<Vary> axes;
  std::vector<Expression> constraints = {};  ///< points that break one are left out
  int replicates = 0;  ///< of each point, with different seeds; 0: none are asked for
};

/// From the command line, or from a plan file if the experiment's name ends in ".toml":
///
///     experiment = "one-way"
///     platform = "alphastation-500"
///     constraints = ["mcp.send_threshold <= mcp.receive_threshold"]
///     replicates = 5                # with seeds 1 .. 5
///     points = "design.csv"         # a title of keys, and a line for each point
///     [set]
///     mcp.mode = "static"
///     [vary]
///     payload = ["4 KB", "8 KB"]
///     [zip.thresholds]              # these step together
///     mcp.send_threshold = "64 B..8 KB:x2"
///     mcp.receive_threshold = "64 B..8 KB:x2"
///
/// A setting of the command line takes the place of one of the file. Throws ConfigurationError with
/// every fault.
SweepPlan make_plan(const SweepRequest& request);

}  // namespace flybar::program
