/// The text of `--shadow`: in which clocks RTL is to run beside the model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/common/fault.h"
#include "testbenches/flybar/command/request.h"

namespace flybar::program {

inline constexpr const char* kShadow = "--shadow";

[[noreturn]] void refuse_shadow(const std::string& found, const std::string& allowed,
                                const std::string& advice);

bool is_share(const std::string& text);
/// 0.01 of "1%". Precondition: is_share(text). Throws ConfigurationError.
double share_of(const std::string& text);

/// What --shadow says, or what `--nic shadow` alone means; nothing if no chip has a shadow.
std::optional<std::string> places_of(const RunRequest& request);

/// --nic, or "shadow" if --shadow stands alone. Appends what is wrong about the two together, and
/// about the seed. Throws ConfigurationError if no run could have these places.
std::string nic_of(const RunRequest& request, std::vector<Fault>& faults);

}  // namespace flybar::program
