/// A process that waits for other software of its CPU.
#pragma once

#include "models/host/cpu/cpu.h"

namespace flybar::experiments {

/// By a process: returns once `condition` holds, which whoever changes it tells by `changes`.
template <class Condition>
void wait_until(host::Cpu& cpu, host::Signal& changes, Condition condition) {
  cpu.sync();
  while (!condition()) cpu.wait_for(changes);
}

}  // namespace flybar::experiments
