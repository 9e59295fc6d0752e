/// Which results people see, and in which order.
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiments/measure/experiment.h"

namespace flybar::program {

/// Without those that say the same as an earlier one in another unit (Mb/s and MB/s).
std::vector<experiments::Result> without_repeats(const std::vector<experiments::Result>& results);

struct ShownResults {
  std::vector<experiments::Result> main;    ///< the headline; without one the first result
  std::vector<experiments::Result> others;  ///< without repeats, and without quantiles of messages
};
/// Throws UsageError of "--result" if one of the names is none of `there`.
void check_wanted(const std::vector<std::string>& names, const std::vector<std::string>& there);

/// `headline` is that of the experiment.
ShownResults shown_results(const std::vector<experiments::Result>& results,
                           const std::vector<std::string>& headline);

}  // namespace flybar::program
