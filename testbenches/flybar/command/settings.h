/// Settings of a run, as the user writes them: "key=value".
#pragma once

#include <string>
#include <vector>

#include "testbenches/flybar/command/request.h"

namespace flybar::program {

/// Settings of which a later one of the same key takes the place of an earlier one.
void override_settings(RunRequest& run, const std::vector<std::string>& later);

}  // namespace flybar::program
