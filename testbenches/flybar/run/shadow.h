/// `--shadow`: in which clocks RTL runs beside the model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/common/fault.h"
#include "models/lanai/run/shadow_windows.h"
#include "testbenches/flybar/run/prepare.h"
#include "traces/sinks/stages/window.h"

namespace flybar::program {

/// --nic, or "shadow" if --shadow stands alone. Appends what is wrong about the two together.
std::string nic_of(const RunRequest& request, std::vector<Fault>& faults);

/// Nothing if no chip has a shadow. "slowest" and "message 3" run the experiment once before,
/// unless
/// --trace-window has the same words: `traced` is the window that these have named. Throws
/// ConfigurationError.
std::optional<lanai::ShadowPlaces> shadow_of(const RunRequest& request, const Prepared& ready,
                                             const std::optional<TimeWindow>& traced);

/// What shadows have compared, for people. Throws ConfigurationError if a window was named that
/// lies behind the end of the run.
std::string shadow_text(const lanai::ShadowPlaces& places, const experiments::Results& results);

}  // namespace flybar::program
