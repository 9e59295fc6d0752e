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

  void step();
  /// Runs up to `horizon`, whatever becomes of it meanwhile, the kernel's horizon, or the agenda's
  /// next task; a clock that is watched, alone.
  void run(const Time& horizon);

 private:
  struct Words;
  template <class Use>
  void in_order(Use&& use);
  Accesses step_engines(const Rules& rules);
  void run(const Rules& rules, const Time& horizon);
  void step_core(const Accesses& grants);
  void watch_core(const Accesses& grants);
  void step_core_alone(Time before);
  Time stop(const Time& horizon) const {
    return std::min({horizon, m_.kernel.horizon(), m_.agenda.next()});
  }
  Time engines_rest() const;

  Machine& m_;
};

}  // namespace flybar::lanai
