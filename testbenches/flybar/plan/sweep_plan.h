/// The plan of a sweep as it is kept beside its table, so that another sweep does not take its
/// place.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "testbenches/flybar/plan/plan.h"

namespace flybar::program {

/// How lines of a plan begin: a key that varies, keys that step together, and a key that is fixed.
inline constexpr std::string_view kVaries = "varies ", kSteps = "steps ", kSet = "set ";

std::filesystem::path table_of_sweep(const std::filesystem::path& directory);
std::filesystem::path plan_of_sweep(const std::filesystem::path& directory);

/// Lines of comma-separated values: what is fixed, then each key that varies with its values.
std::string plan_text(const SweepPlan& plan);

/// Throws OutputError if the table in the directory has rows that the table of this plan would not
/// have, or may have some.
void refuse_other_sweep(const SweepPlan& plan, const std::filesystem::path& directory);

}  // namespace flybar::program
