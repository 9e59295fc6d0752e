/// The border between a node that runs ahead and the SystemC kernel.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <systemc>

#include "models/common/coroutine.h"
#include "models/common/error.h"
#include "models/common/software_time.h"
#include "models/common/systemc_time.h"
#include "models/common/units.h"

namespace flybar {

/// When the kernel next has something to do behind its present instant; never() if nothing is due.
inline Time next_kernel_event() {
  return sc_core::sc_pending_activity_at_future_time()
             ? instant(sc_core::sc_time_to_pending_activity())
             : Time::never();
}

/// A node runs ahead of the kernel, up to its horizon. Its software is woken at an instant, and
/// acts before whatever else the node does at that instant or later: the node stops there until
/// who drives it has called resume_due().
class KernelBorder {
 public:
  /// `software` goes on at `at`, at which the node stands or to which it has yet to come.
  void wake(Coroutine& software, Time at) {
    wakes_.push_back({&software, at});
    next_wake_ = std::min(next_wake_, at);
  }
  Time next_wake() const { return next_wake_; }
  /// `software`, which runs at `at`, goes on there when the kernel's time and all other nodes have
  /// come to that instant, too: it may look at what is not its node's.
  void wake_in_step(Coroutine& software, Time at) {
    in_step_.push_back(&software);
    step_ = at;
  }
  /// never() if no software waits for the kernel.
  Time next_step() const { return step_; }
  Time horizon() const { return std::min({limit_, next_wake_, step_}); }
  /// Programs of the node for whose return the run waits: it ends with the last one of all nodes.
  std::size_t programs = 0;
  /// Kernel processes do not act on the node before `limit`.
  void set_limit(Time limit) { limit_ = limit; }

  /// The software that is due at `now`, to which the node has come, acts. True if there was any.
  bool resume_due(Time now) {
    if (next_wake_ > now) return false;
    next_wake_ = Time::never();
    due_.clear();
    std::erase_if(wakes_, [&](const Wake& wake) {
      const bool due = wake.at <= now;
      if (due)
        due_.push_back(wake.software);
      else
        next_wake_ = std::min(next_wake_, wake.at);
      return due;
    });
    resume(due_, now);
    return true;
  }
  /// The software that called wake_in_step() acts. `now` is the kernel's time, to which all nodes
  /// have come. True if there was any.
  bool resume_in_step(Time now) {
    if (step_ > now) return false;
    due_.clear();
    due_.swap(in_step_);
    step_ = Time::never();
    resume(due_, now);
    return true;
  }

 private:
  /// A fault of the software happens at `now`, unless it says when.
  static void resume(const std::vector<Coroutine*>& due, Time now) {
    const SoftwareAt at(now);
    try {
      for (Coroutine* software : due) software->resume();
    } catch (SimulationError& error) {
      if (!error.at()) error.at(now);
      throw;
    }
  }
  struct Wake {
    Coroutine* software;
    Time at;
  };
  std::vector<Wake> wakes_;
  std::vector<Coroutine*> due_;
  std::vector<Coroutine*> in_step_;
  Time step_ = Time::never();
  Time next_wake_ = Time::never();
  Time limit_;
};

}  // namespace flybar
