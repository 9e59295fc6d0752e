/// Which resource limits a run.
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiments/experiment.h"

namespace flybar::experiments {

/// A resource of one node, and how much of the time it was at work.
struct Load {
  std::string resource;  ///< "PCI bus"
  std::string node;
  double percent;
};

/// One line: the busiest resource and the next one, and what messages wait for longest, if there is
/// a table of that.
std::string limits_line(std::vector<Load> loads, const std::vector<Table>& tables);

}  // namespace flybar::experiments
