/// One clock after the other: the reference for every other way of running a chip.
#pragma once

#include <algorithm>
#include <functional>

#include "models/lanai/run/machine.h"

namespace flybar::lanai {

class EveryClock {
 public:
  explicit EveryClock(Machine& machine) : m_(machine) {}

  /// Told of each clock that is watched: the accesses granted, and whether the processor stalled.
  std::function<void(const Accesses&, bool)> on_clock;
  /// The chip, if there is one, that passes the clocks of Machine::shadowed beside the model.
  Shadow* shadow = nullptr;
  /// What it has passed so far.
  ShadowCount shadowed;
  /// Called when such a window has ended.
  std::function<void()> next_window;
  /// Somebody has written the memory in no time: the window under way goes on from the new state.
  void memory_written() { inside_ = false; }

  void step();
  /// Runs up to `horizon`, whatever becomes of it meanwhile, the kernel's horizon, or the agenda's
  /// next task; a clock that is watched, alone.
  void run(const Time& horizon);

 private:
  /// `kNoted`: of a clock that is watched, whose words a shadow may want.
  template <bool kNoted>
  struct Words;
  template <class Use>
  void in_order(Use&& use);
  template <bool kNoted>
  Accesses step_engines(const Rules& rules);
  Accesses step_watched(const Rules& rules);
  void run(const Rules& rules, const Time& horizon);
  void step_core(const Accesses& grants);
  void watch_core(const Accesses& grants);
  void begin_record();
  void record_inputs(Time t);
  void end_record(const Accesses& grants);
  void step_core_alone(Time before);
  Time stop(const Time& horizon) const {
    return std::min({horizon, m_.kernel.horizon(), m_.agenda.next()});
  }
  Time engines_rest() const;

  Machine& m_;
  ClockRecord record_;
  bool inside_ = false;  ///< the shadow has the state of the clock before
  std::uint64_t load_use_stalls_ = 0;
};

}  // namespace flybar::lanai
