/// What a CPU can ask of its host bridge.
#pragma once

#include <cstdint>
#include <span>

#include "models/common/agenda.h"
#include "models/common/units.h"

namespace flybar::pci {

/// Programmed I/O. Everything happens in the time of the node: `at` is now or later, and a task
/// runs at the time that it is told. One read may be outstanding; reads do not overtake posted
/// writes.
class PioPort {
 public:
  virtual ~PioPort() = default;

  /// Reads data.size() bytes, 4 to 32, within one aligned 32-byte block; `done` runs when the data
  /// has reached the CPU.
  virtual void read(Time at, std::uint32_t address, std::span<std::uint8_t> data, Task& done) = 0;

  /// Posts 4 to 32 bytes within one aligned 32-byte block (the CPU's write buffer has merged them).
  /// `accepted` runs when the CPU may go on, perhaps before this call returns: at once while a
  /// posting buffer is free.
  virtual void write(Time at, std::uint32_t address, std::span<const std::uint8_t> data,
                     Task& accepted) = 0;

  /// `drained` runs when every write posted so far has completed on the bus (a memory barrier).
  virtual void barrier(Time at, Task& drained) = 0;
};

}  // namespace flybar::pci
