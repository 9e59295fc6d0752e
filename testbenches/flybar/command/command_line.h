/// The command line. The one place that knows the library that reads it.
#pragma once

#include "testbenches/flybar/command/request.h"

namespace flybar::program {

/// Throws UsageError.
Request parse_command_line(int argc, const char* const* argv);

}  // namespace flybar::program
