/// One scenario stepped in two ways, and whether they agree.
#pragma once

#include <optional>
#include <string>

#include "testbenches/lockstep/scenario.h"
#include "testbenches/lockstep/witness.h"

namespace flybar::lockstep {

struct How {
  Stepping stepping = Stepping::kFast;
  /// With instructions, host reads of a resting chip go another way than without.
  bool instructions = false;
  Stretch detail = {};
};

/// Runs the scenario in this process: everything that can be seen of it.
std::string run(const Scenario& scenario, const How& how);

/// Nothing if both ways of stepping agree; else the first difference, and how to see it again.
std::optional<std::string> disagreement(const Scenario& scenario, bool instructions);

}  // namespace flybar::lockstep
