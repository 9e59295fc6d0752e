/// When a message was under way, found by running first without any trace: runs are deterministic.
#pragma once

#include <string>

#include "testbenches/flybar/prepare.h"
#include "traces/sinks/window.h"

namespace flybar::program {

/// True for "slowest" and "message 3".
bool names_message(const std::string& window);

/// From the first activity of the message to its last. Runs the experiment in a child process.
/// Throws ConfigurationError if there is no such message; `option` is named in it.
TimeWindow find_message(const Prepared& ready, const std::string& option,
                        const std::string& window);

/// The window that an option names: by time, or as find_message(). Throws ConfigurationError.
TimeWindow named_window(const Prepared& ready, const std::string& option,
                        const std::string& window);

}  // namespace flybar::program
