/// What `flybar run` shows people.
#pragma once

#include <string>
#include <vector>

#include "testbenches/flybar/results/record.h"
#include "testbenches/flybar/validate/published_beside.h"

namespace flybar::program {

/// A run, and what is known of it besides its results.
struct ShownRun {
  const Record& record;
  const std::string& system;                 ///< name of the platform or of the system
  const std::vector<std::string>& headline;  ///< of the experiment
  const PublishedBeside& published;
};

/// The answer first, then what limits, what messages waited for longest, and how busy the nodes
/// were, those that limit first: at most 24 lines of 100 columns. Results of the headline are
/// the last to be left out.
std::string brief_run_text(const ShownRun& run);
/// All results and tables of the record.
std::string verbose_run_text(const ShownRun& run);

}  // namespace flybar::program
