/// The wire from a device to the CPU.
#pragma once

#include "models/common/units.h"

namespace flybar::host {

/// Level-triggered. Called in the time of the node: `at` is its present instant or later.
class InterruptLine {
 public:
  virtual ~InterruptLine() = default;
  virtual void raise(Time at) = 0;
  virtual void lower(Time at) = 0;
};

}  // namespace flybar::host
