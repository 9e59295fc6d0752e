/// The border between nodes that run ahead and the SystemC kernel.
#pragma once

#include <systemc>

#include "models/common/systemc_time.h"
#include "models/common/units.h"

namespace flybar {

/// Nodes run ahead of the kernel, up to `horizon`: no kernel process acts before. A node that must
/// wake a kernel process earlier says so here, and no node runs past that instant.
class KernelBorder {
 public:
  /// `event` is notified at `at`, which is not before kernel_time().
  void wake(sc_core::sc_event& event, Time at) {
    event.notify(delay_until(at));
    if (at < horizon_) horizon_ = at;
  }
  Time horizon() const { return horizon_; }
  void set_horizon(Time horizon) { horizon_ = horizon; }

 private:
  Time horizon_;
};

}  // namespace flybar
