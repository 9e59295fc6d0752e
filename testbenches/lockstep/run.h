/// One scenario stepped in two ways, and whether they agree.
#pragma once

#include <optional>
#include <string>

#include "models/rtl/seat.h"
#include "testbenches/lockstep/scenario.h"
#include "testbenches/lockstep/witness.h"

namespace flybar::lockstep {

struct How {
  Stepping stepping = Stepping::kFast;
  /// With instructions, host reads of a resting chip go another way than without.
  bool instructions = false;
  Stretch detail = {};
  /// What the chips are made of; null: the model, whose processor is looked into as well.
  const rtl::Kind* nic = nullptr;
  /// What is compared is only what every kind of chip shows.
  bool pins_only = false;
};

/// Runs the scenario in this process: everything that can be seen of it.
std::string run(const Scenario& scenario, const How& how);

/// Nothing if both ways of stepping agree; else the first difference, and how to see it again.
std::optional<std::string> disagreement(const Scenario& scenario, bool instructions);
/// Nothing if the model, which steps every clock, and another kind of chip agree; else likewise.
std::optional<std::string> disagreement(const Scenario& scenario, const rtl::Kind& nic);

}  // namespace flybar::lockstep
