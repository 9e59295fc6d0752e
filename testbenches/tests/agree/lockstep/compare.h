/// What can be seen of a system at the end of a run, and whether two runs agree.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "models/rtl/seat.h"
#include "testbenches/experiments/measure/testbed.h"
#include "testbenches/tests/agree/lockstep/witness.h"

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

/// By the last software to finish, in step: calls `look` when no packet is under way any more, at
/// an instant of the kernel that no node has run beyond, and returns after that.
void look_when_settled(host::Cpu& cpu, const std::function<void()>& look);

/// Of all nodes, when they have settled: processors, registers, memories of the cards, cables.
std::string final_text(experiments::Testbed& testbed, bool pins_only);

/// Runs a system in this process: everything that can be seen of it.
using Run = std::function<std::string(const How&)>;

/// Nothing if stepping fast, or another kind of chip, agrees with the model that steps every clock;
/// else `system`, the first difference, and how to see it again.
std::optional<std::string> disagreement(const std::string& system, const Run& run, How how);

}  // namespace flybar::lockstep
