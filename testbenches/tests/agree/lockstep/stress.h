/// Many messages through a system that loses and damages some, every one of them accounted for.
#pragma once

#include <cstdint>
#include <string>

#include "testbenches/tests/agree/lockstep/scenario.h"

namespace flybar::lockstep {

/// What the links do to packets.
enum class Trouble : std::uint8_t { kNone, kByteErrors, kLostTails };

struct StressPlan {
  std::uint64_t seed = 1;
  std::string mode = "eager";
  bool control_by_dma = false;
  trapeze::Notify notify = trapeze::Notify::kPolling;
  Trouble trouble = Trouble::kNone;
  std::int64_t messages = 200;  ///< of all nodes together
};

Scenario stress_scenario(const StressPlan& plan);

/// Runs it in this process. A line for people with what became of the messages; it begins with
/// "error: " if the account does not come out even.
std::string stress(const StressPlan& plan);

}  // namespace flybar::lockstep
