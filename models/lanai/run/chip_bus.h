/// What the processor sees of its chip: special registers, and words on which an engine works.
#pragma once

#include <cstdint>

#include "models/lanai/run/idle_loop.h"
#include "models/lanai/run/machine.h"
#include "models/lanai/run/windows.h"

namespace flybar::lanai {

/// Satisfies ProcessorBus. `clock` counts within the window.
class ChipBus {
 public:
  ChipBus(Machine& machine, IdleLoop& idle, Windows& windows)
      : m_(machine), idle_(idle), windows_(windows) {}

  std::uint32_t status(int clock) const { return m_.registers.status(windows_.moved(clock)); }
  std::uint32_t read_special(std::uint32_t address, int clock, std::uint32_t pc);
  bool write_special(std::uint32_t address, std::uint32_t value, int clock, std::uint32_t pc);
  bool guarded(std::uint32_t address) const { return windows_.guarded(address); }
  void settle(int clocks) { windows_.settle(clocks); }

  bool recording() const { return idle_.recording(); }
  bool note(int clock, std::uint32_t next, std::uint8_t accesses) {
    return !idle_.recording() || idle_.note(m_.clock + clock + 1, next, accesses);
  }
  void stored(std::uint32_t address) {
    if (idle_.recording()) idle_.stored(m_.sram, address);
  }
  bool retired(int clock, std::uint32_t pc, std::uint32_t result, int accesses, bool late) {
    if (m_.record) {
      m_.record->retired = true;
      m_.record->pc = pc;
      m_.record->result = result;
    }
    if (!m_.observed && !idle_.recording()) return false;
    const std::int64_t now = m_.clock + clock;
    const auto clocks = static_cast<std::uint32_t>(now - m_.last_retired);
    m_.last_retired = now;
    if (m_.observed)
      m_.observer.on(
          Retired{m_.program_track, static_cast<std::uint64_t>(now), pc, result, clocks, 1});
    return idle_.recording() &&
           idle_.retired(m_.processor, m_.sram, now + 1,
                         {0, pc, result, clocks, static_cast<std::uint8_t>(accesses),
                          late && m_.params.accesses_per_clock >= 2});
  }

  void check_code(std::uint32_t pc, int clock) const { m_.firmware.check_code(at(pc, clock)); }
  [[noreturn]] void refuse_instruction(std::uint32_t pc, int clock) const;
  [[noreturn]] void refuse_address(std::uint32_t pc, int clock, std::uint32_t address) const;

 private:
  Instant at(std::uint32_t pc, int clock) const { return {pc, m_.begin_of(clock)}; }

  Machine& m_;
  IdleLoop& idle_;
  Windows& windows_;
};

}  // namespace flybar::lanai
