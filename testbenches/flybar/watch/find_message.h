/// When a message was under way, found by running first without any trace: runs are deterministic.
#pragma once

#include <string>
#include <utility>

#include "models/common/fault.h"
#include "testbenches/flybar/prepare/prepare.h"
#include "traces/sinks/stages/window.h"

namespace flybar::program {

/// A message is named that the run does not have: what the run tells is right all the same.
class NoSuchMessage : public ConfigurationError {
 public:
  explicit NoSuchMessage(Fault fault) : ConfigurationError({std::move(fault)}) {}
};

/// The window that an option names: "520 us..710 us", or "slowest" or "message 3", from the first
/// activity of the message to its last. To find a message, the experiment runs in a child process.
/// Throws ConfigurationError, which names the option, if there is no such window; NoSuchMessage if
/// a run was needed to know that.
TimeWindow named_window(const Prepared& ready, const std::string& option,
                        const std::string& window);

}  // namespace flybar::program
