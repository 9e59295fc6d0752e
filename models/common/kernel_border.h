/// The border between a node that runs ahead and the SystemC kernel.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include <systemc>

#include "models/common/systemc_time.h"
#include "models/common/units.h"

namespace flybar {

/// When the kernel next has something to do behind its present instant; never() if nothing is due.
inline Time next_kernel_event() {
  return sc_core::sc_pending_activity_at_future_time()
             ? instant(sc_core::sc_time_to_pending_activity())
             : Time::never();
}

/// A node runs ahead of the kernel, up to its horizon: no kernel process acts on the node before.
/// A node that has to wake a kernel process calls wake() with an instant, and stops there until its
/// scheduler has called notify_due().
class KernelBorder {
 public:
  /// `event` is to be notified at `at`, which is not before kernel_time().
  void wake(sc_core::sc_event& event, Time at) {
    if (wakes_.empty() && on_wake) on_wake();
    wakes_.push_back({&event, at});
    next_wake_ = std::min(next_wake_, at);
  }
  /// Called at a wake if no other is pending.
  std::function<void()> on_wake;
  Time next_wake() const { return next_wake_; }
  Time horizon() const { return std::min(limit_, next_wake_); }
  /// Kernel processes that the node has not woken do not act on it before `limit`.
  void set_limit(Time limit) { limit_ = limit; }

  /// Notifies the events that are due at `now`, the kernel's time. True if there were any.
  bool notify_due(Time now) {
    if (next_wake_ > now) return false;
    next_wake_ = Time::never();
    std::erase_if(wakes_, [&](const Wake& wake) {
      const bool due = wake.at <= now;
      if (due)
        wake.event->notify();
      else
        next_wake_ = std::min(next_wake_, wake.at);
      return due;
    });
    return true;
  }

 private:
  struct Wake {
    sc_core::sc_event* event;
    Time at;
  };
  std::vector<Wake> wakes_;
  Time next_wake_ = Time::never();
  Time limit_;
};

}  // namespace flybar
