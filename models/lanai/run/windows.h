/// Fast stepping: windows of clocks in which the engines' use of the SRAM is known ahead.
///
/// plan.h knows the engines ahead, windows.cpp says where windows end, and through.cpp runs the
/// processor through them.
#pragma once

#include <cstdint>

#include "models/lanai/run/idle_loop.h"
#include "models/lanai/run/machine.h"
#include "models/lanai/run/plan.h"

namespace flybar::lanai {

class Windows {
 public:
  Windows(Machine& machine, IdleLoop& idle)
      : m_(machine), idle_(idle), plan_(machine.engines, machine.sram) {}

  /// Runs a window, up to `limit`, and to `reach`, which may become earlier meanwhile. False if the
  /// next clock is one for the reference.
  bool run(Time limit, const Time& reach);
  /// Brings the engines to the end of the first `clocks` clocks of the window, which ends there.
  void settle(int clocks);
  /// The window, if there is one, ends with its last clock that begins before `at`.
  void settle_before(Time at) { settle(in_window_ ? clocks_within(at, plan_.clocks()) : 0); }
  /// The window ends before what comes between two of its clocks.
  void interrupt() { settle(passed_); }
  /// Whether an engine works on this word in the window.
  bool guarded(std::uint32_t address) const { return in_window_ && plan_.guarded(address); }
  /// What the engines have done in the window by the end of this clock, and have not been told yet.
  Moved moved(int clock) const { return in_window_ ? plan_.moved(clock + 1) : Moved{}; }
  /// The firmware is likely to be at work from now on.
  void awake() { quiet_clocks_ = 0; }

 private:
  // windows.cpp
  int run_alone(Time event, Time limit, const Time& reach);
  int run_planned(Time limit, const Time& reach);
  bool plan(Time limit);
  int clocks_within(Time limit, int most) const;

  // through.cpp
  int run_through(int clocks, const Time& reach);
  int run_event(int clock);
  int run_piece(int clocks, int first);
  int run_end(int clock);
  bool ask_for_bus(int clock);
  bool host_word_alone(int clock) const;
  bool host_word(int clock);

  Machine& m_;
  IdleLoop& idle_;
  Plan plan_;
  bool in_window_ = false;
  /// In which the processor was alone and wrote no special register.
  std::int64_t quiet_clocks_ = 0;
  bool undisturbed_ = false;  ///< no engine has been told anything since the window began
  int passed_ = 0;            ///< clocks of the window, as far as what comes between clocks goes
};

}  // namespace flybar::lanai
