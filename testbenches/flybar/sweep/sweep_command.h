/// A run as one would type it.
#pragma once

#include <string>
#include <vector>

#include "testbenches/flybar/command/request.h"

namespace flybar::program {

/// "flybar run one-way --platform ...", with quotes where a shell needs them; without what only
/// says where results go.
std::string run_command(const RunRequest& request);

/// The word as a shell reads it back.
std::string for_shell(const std::string& word);

/// The words of such a command, without "flybar".
std::vector<std::string> words_of(const std::string& command);

}  // namespace flybar::program
