/// The steps of a page fault, from the access to its return: where its time goes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/common/units.h"
#include "models/gmsnet/gmsnet.h"
#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/experiments/measure/histogram.h"

namespace flybar::experiments {

/// Each stage ends with a step, the one after it begins there; so their times add up to that of the
/// fault.
class FaultSteps {
 public:
  /// By the process that touches the page.
  void begin(Time at);
  void end(Time at);
  /// Of the call for the page, on any host. A call that is made again goes on where it was.
  void note(gmsnet::CallStep step, Time at);

  const Histogram& latencies() const { return latencies_; }
  /// On average, and of the slowest fault.
  Table table() const;

 private:
  /// "fault" until the call begins, "request" until it is sent, "wire" until it is served,
  /// "server", "reply" until the host hears of it, "copy", "map" until the access returns.
  static constexpr std::size_t kStages = 7;
  using Steps = std::array<Time, kStages + 1>;

  Steps now_{};
  std::array<Time, kStages> sums_{};
  Steps slowest_{};
  Histogram latencies_;
};

}  // namespace flybar::experiments
