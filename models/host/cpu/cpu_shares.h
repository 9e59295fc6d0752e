/// Where the time of a CPU went between two instants.
#pragma once

#include "models/host/cpu/cpu.h"

namespace flybar::host {

/// Percent of one CPU.
struct CpuShares {
  double user = 0;
  double system = 0;
  double interrupt = 0;
  double idle = 0;
  double busy() const { return user + system + interrupt; }
};

/// The counters of a CPU at one instant. Work that software has asked for counts at once, so mark
/// after sync().
struct CpuMark {
  Time at;
  Time user;
  Time system;
  Time interrupt;
};

CpuMark mark(const Cpu& cpu);
/// Zeros if no time has passed.
CpuShares shares_between(const CpuMark& begin, const CpuMark& end);

}  // namespace flybar::host
