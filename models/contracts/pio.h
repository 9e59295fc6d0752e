/// What a CPU can ask of its bus.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "models/common/agenda.h"
#include "models/common/units.h"

namespace flybar {

/// What a read would find and when, if it began at the instant asked about.
struct Forecast {
  Time answered;  ///< the data reaches the CPU
  Time until;     ///< the card does nothing of itself before, and a read finds the same
  Time grid;      ///< a read that begins a multiple of this later takes as long
};

/// The same read again and again, each `period` after the one before, from `begin` on.
struct ReadRun {
  Time begin;
  Time period;
  std::int64_t times;
};

/// Who polls a card: reads the same word again and again.
class Looker {
 public:
  virtual ~Looker() = default;
  /// The data that a look has found is there, and reaches the CPU at `at`, now or later.
  virtual void looked(Time at) = 0;
};

/// Programmed I/O. Everything happens in the time of the node: `at` is now or later, and a task
/// runs at the time that it is told. One read may be outstanding; reads do not overtake posted
/// writes.
class PioPort {
 public:
  virtual ~PioPort() = default;

  /// Reads data.size() bytes, 4 to 32, within one aligned 32-byte block; `done` runs when the data
  /// has reached the CPU.
  virtual void read(Time at, std::uint32_t address, std::span<std::uint8_t> data, Task& done) = 0;

  /// Reads like that, from `at` on, which may lie ahead: nothing else is asked for before, unless
  /// the look is taken back. False, with nothing done, if the port is in use, or if there is reason
  /// to ask foresee() first.
  virtual bool look(Time /*at*/, std::uint32_t /*address*/, std::span<std::uint8_t> /*data*/,
                    Looker& /*looker*/) {
    return false;
  }
  /// The look that was asked for last is not made. Precondition: now is before its `at`.
  virtual void take_back_look() {}

  /// Posts 4 to 32 bytes within one aligned 32-byte block (the CPU's write buffer has merged them).
  /// `accepted` runs when the CPU may go on, perhaps before this call returns: at once while a
  /// posting buffer is free.
  virtual void write(Time at, std::uint32_t address, std::span<const std::uint8_t> data,
                     Task& accepted) = 0;

  /// `drained` runs when every write posted so far has completed on the bus (a memory barrier).
  virtual void barrier(Time at, Task& drained) = 0;

  /// Changes nothing but `data`, which is what a read beginning at `at` would find, provided that
  /// nobody else uses the bus. No forecast if the bus is in use or the card cannot say.
  virtual std::optional<Forecast> foresee(Time /*at*/, std::uint32_t /*address*/,
                                          std::span<std::uint8_t> /*data*/) {
    return std::nullopt;
  }
  /// Directly after foresee() at run.begin: all these reads have been made, although nobody waited
  /// for them. Preconditions: all are answered before Forecast::until, each before the next begins
  /// and more than one grid before, and `period` is a multiple of the grid (if `times` is not 1).
  virtual void repeat(const ReadRun& /*run*/) {}
};

}  // namespace flybar
