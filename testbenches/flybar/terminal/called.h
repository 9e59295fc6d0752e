/// Commands of the system that answer soon or not at all.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "testbenches/flybar/terminal/become.h"

namespace flybar::program {

/// The code of a command that was ended because it took too long.
inline constexpr int kNoAnswer = 124;

struct Called {
  int code;
  std::string text;  ///< standard output and error, without the last line's end
};

/// Runs a command without input. It is ended after `most`, or when the user interrupts this program
/// meanwhile. Its code is kNoAnswer then, and the text says so; it is kNoCommand if it cannot be
/// started.
Called call(const std::vector<std::string>& words, std::chrono::milliseconds most);

}  // namespace flybar::program
