/// A run as one would type it.
#pragma once

#include <string>

#include "testbenches/flybar/command/request.h"

namespace flybar::program {

/// "flybar run one-way --platform ...", with quotes where a shell needs them; without what only
/// says where results go.
std::string run_command(const RunRequest& request);

}  // namespace flybar::program
