/// The text by which an option names a window of a run: a stretch of time, or a message.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "traces/sinks/stages/window.h"

namespace flybar::program {

/// "slowest", or "message ..."; else a window is a stretch of time.
bool names_message(const std::string& window);

/// 3 of "message 3", nothing for the slowest. Throws ConfigurationError, which names the option.
std::optional<std::uint64_t> message_number(const std::string& option, const std::string& window);
/// "520 us..710 us". Throws ConfigurationError, which names the option.
TimeWindow stretch_of(const std::string& option, const std::string& window);

/// Throws ConfigurationError, which names the option, if no run could have this window.
void check_window_text(const std::string& option, const std::string& window);

}  // namespace flybar::program
