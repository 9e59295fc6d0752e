/// One scenario stepped in two ways, and whether they agree.
#pragma once

#include <optional>
#include <string>

#include "testbenches/tests/agree/lockstep/compare.h"
#include "testbenches/tests/agree/lockstep/scenario.h"

namespace flybar::lockstep {

/// Runs the scenario in this process: everything that can be seen of it.
std::string run(const Scenario& scenario, const How& how);

/// Nothing if both ways of stepping agree; else the first difference, and how to see it again.
std::optional<std::string> disagreement(const Scenario& scenario, bool instructions);
/// Nothing if the model, which steps every clock, and another kind of chip agree; else likewise.
std::optional<std::string> disagreement(const Scenario& scenario, const rtl::Kind& nic);

}  // namespace flybar::lockstep
