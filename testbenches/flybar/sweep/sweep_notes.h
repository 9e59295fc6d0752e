/// What the runs of a sweep had to say besides their results.
#pragma once

#include <string>

#include "testbenches/flybar/sweep/sweep_table.h"

namespace flybar::program {

/// A line for each different note of the points' records, with the values of the point that has it,
/// or how many have it; the first few. Empty for a long table, which is left to its files.
std::string sweep_notes(const SweepTable& table, const std::filesystem::path& directory);

}  // namespace flybar::program
