/// A sweep as it was asked for: what is fixed and what varies.
#pragma once

#include <vector>

#include "testbenches/flybar/request.h"
#include "testbenches/flybar/vary.h"

namespace flybar::program {

struct SweepPlan {
  RunRequest base;
  std::vector<Vary> axes;
};

/// From the command line, or from a plan file if the experiment's name ends in ".toml":
///
///     experiment = "one-way"
///     platform = "alphastation-500"
///     [set]
///     mcp.mode = "eager"
///     [vary]
///     mcp.send_threshold = "64 B..8 KB:x2"
///     payload = ["4 KB", "8 KB"]
///
/// A setting of the command line takes the place of one of the file. Throws ConfigurationError with
/// every fault.
SweepPlan make_plan(const SweepRequest& request);

}  // namespace flybar::program
