/// `--shadow`: in which clocks another description of the cards runs beside them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "models/contracts/shadow.h"
#include "testbenches/flybar/prepare/prepare.h"
#include "traces/sinks/stages/window.h"

namespace flybar::program {

/// As long as there is no RTL, which takes minutes to build: looks with the model alone whether the
/// run has the message that --shadow names. Throws ConfigurationError if not.
void find_before_build(const RunRequest& request);

/// The places of a run, and what shadows have compared there.
class Shadowing {
 public:
  explicit Shadowing(const ShadowPlaces& places) : places_(places) {}

  /// Lets the run of this context tell its cards, and ask them at its end. The context must not
  /// outlive this object.
  void join(experiments::Context& context);
  /// For people. Throws ConfigurationError if a window was named that lies behind the end of the
  /// run.
  std::string text(const experiments::Results& results) const;

 private:
  const ShadowPlaces places_;
  ShadowCount count_;
};

/// Null if no chip has a shadow. "slowest" and "message 3" run the experiment once before, unless
/// --trace-window has the same words: `traced` is the window that these have named. Throws
/// ConfigurationError.
std::shared_ptr<Shadowing> shadow_of(const RunRequest& request, const Prepared& ready,
                                     const std::optional<TimeWindow>& traced);

}  // namespace flybar::program
