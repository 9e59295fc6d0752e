/// What a process does instead of running, for the report of who waits for whom.
#pragma once

#include <cstdint>

#include "models/common/units.h"

namespace flybar::host {

class Lock;
class Signal;

struct Wait {
  enum class For : std::uint8_t {
    kStart,    ///< of the simulation
    kNothing,  ///< it runs, or would if the CPU were free
    kSleep,
    kSignal,
    kLock,
    kPoll,  ///< runs, and looks at a word again and again
    kEver,  ///< its software has returned
  };
  For what = For::kStart;
  Time since;
  Time until = Time::never();      ///< of kSleep, kSignal and kPoll
  const Signal* signal = nullptr;  ///< of kSignal
  const Lock* lock = nullptr;      ///< of kLock
  std::uint32_t address = 0;       ///< of kPoll
};

}  // namespace flybar::host
