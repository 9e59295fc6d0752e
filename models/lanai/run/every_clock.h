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

  void step() { step_core(step_engines()); }
  /// Runs up to `horizon`, whatever becomes of it meanwhile, the kernel's horizon, or the agenda's
  /// next task; a clock that is watched, alone.
  void run(const Time& horizon);

 private:
  struct Words;
  Accesses step_engines();
  void step_core(const Accesses& grants);
  Time stop(const Time& horizon) const {
    return std::min({horizon, m_.kernel.horizon(), m_.agenda.next()});
  }
  Time engines_rest() const;

  Machine& m_;
};

}  // namespace flybar::lanai
