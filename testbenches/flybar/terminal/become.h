/// A child of fork() becomes another program.
#pragma once

#include <string>
#include <vector>

namespace flybar::program {

/// The exit code of a child that could not.
inline constexpr int kNoCommand = 127;

/// The child becomes the program of these words, without input. What it says goes to the file
/// descriptors `output` and `errors`. If there is no such program, `errors` hears why.
[[noreturn]] void become(std::vector<std::string> words, int output, int errors);

}  // namespace flybar::program
