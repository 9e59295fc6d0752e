/// What `flybar sweep` shows people when it has ended.
#pragma once

#include <string>
#include <vector>

#include "testbenches/flybar/sweep/sweep_table.h"

namespace flybar::program {

/// A longer table is left to its files.
inline constexpr std::size_t kMostShownPoints = 20;
inline constexpr std::size_t kSweepWidth = 100;  ///< columns

/// Which results of the points are shown.
struct SweepColumns {
  std::vector<std::string> headline;  ///< of the experiment
  std::vector<std::string> wanted;    ///< by the user, instead; or empty
};

/// Throws UsageError if a name is that of no result of any row. Which results there are only points
/// tell that have been run.
void check_wanted(const std::vector<std::string>& names, const SweepTable& table);

/// The table, if it is short, as far as it has room in 100 columns, with all results that are
/// wanted; how many are left out; and the point whose first result is best: the least time, or the
/// greatest rate. Empty if there is nothing to show.
std::string sweep_text(const SweepTable& table, const SweepColumns& columns);

}  // namespace flybar::program
