/// The published numbers that a run measures.
#pragma once

#include <string>
#include <vector>

#include "testbenches/flybar/command/request.h"
#include "testbenches/flybar/prepare/prepare.h"
#include "testbenches/flybar/results/published.h"

namespace flybar::program {

/// The published numbers of the same quantity as this result, if the run has their conditions: all
/// parameters but the experiment's sample size are the same. Rows of ratios are left out.
class PublishedBeside {
 public:
  PublishedBeside(const RunRequest& request, const Prepared& ready);
  std::vector<const Published*> of(const std::string& result) const;

 private:
  std::vector<const Published*> rows_;
};

}  // namespace flybar::program
