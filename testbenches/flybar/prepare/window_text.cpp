#include "testbenches/flybar/prepare/window_text.h"

#include <charconv>
#include <string_view>

#include "models/common/error.h"
#include "traces/sinks/output.h"

namespace flybar::program {
namespace {

constexpr std::string_view kSlowest = "slowest";
constexpr std::string_view kNumbered = "message ";

}  // namespace

bool names_message(const std::string& window) {
  return window == kSlowest || window.starts_with(kNumbered);
}

std::optional<std::uint64_t> message_number(const std::string& option, const std::string& window) {
  if (window == kSlowest) return std::nullopt;
  const std::string_view text = std::string_view(window).substr(kNumbered.size());
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0)
    throw ConfigurationError(
        {Fault{option, "\"" + window + "\" names no message", "\"slowest\", or \"message N\"",
               "take N from --messages or a trace, for example \"message 3\""}});
  return number;
}

TimeWindow stretch_of(const std::string& option, const std::string& window) {
  try {
    return parse_window(option, window);
  } catch (const OutputError& error) {
    throw ConfigurationError(error.faults());  // of the command line, not of any file
  }
}

void check_window_text(const std::string& option, const std::string& window) {
  if (names_message(window)) {
    message_number(option, window);
  } else {
    stretch_of(option, window);
  }
}

}  // namespace flybar::program
