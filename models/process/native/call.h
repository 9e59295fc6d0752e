/// A system call of a program that the kernel has handed to the simulator.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "models/process/program/flybar.h"

namespace flybar::process {

/// A call that no kernel knows: what programs ask of the model itself, in the first argument.
inline constexpr int kHypercall = FLYBAR_HYPERCALL;

struct Call {
  std::uint64_t id = 0;  ///< the kernel's name for it
  int tid = 0;           ///< the thread, as this process numbers it
  int number = 0;
  std::array<std::uint64_t, 6> arguments = {};

  int integer(std::size_t n) const { return static_cast<int>(arguments[n]); }
};

/// "sendto" of 44; "call 999" of one that is not intercepted.
const char* name_of_call(int number);
/// The intercepted call of this name, or nothing.
std::optional<int> number_of_call(std::string_view name);

}  // namespace flybar::process
