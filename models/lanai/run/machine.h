/// The parts of a chip, and where they stand in time: what all ways of running it share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "models/common/agenda.h"
#include "models/common/kernel_border.h"
#include "models/common/observer.h"
#include "models/lanai/core/processor.h"
#include "models/lanai/core/sram.h"
#include "models/lanai/engines/engines.h"
#include "models/lanai/image/running_firmware.h"
#include "models/lanai/params.h"
#include "models/lanai/pio/host_port.h"
#include "models/lanai/registers/special_registers.h"
#include "models/lanai/run/shadow.h"
#include "models/lanai/run/shadow_windows.h"

namespace flybar::lanai {

class ChipBus;

struct Machine {
  /// `bus` is what the processor sees of the rest; it is not used before the chip runs.
  Machine(const std::string& name, const ChipParams& params, Agenda& agenda,
          const KernelBorder& kernel, Observer& observer, ChipBus& bus);

  const ChipParams params;
  Agenda& agenda;
  const KernelBorder& kernel;
  Observer& observer;
  const TrackId program_track;
  RunningFirmware firmware;
  Sram sram;
  Engines engines;
  SpecialRegisters registers;
  HostPort port;
  Processor<ChipBus> processor;

  bool untouched = true;   ///< since power-up, neither host nor debugger has written to it
  Time now;                ///< begin of the next clock
  std::int64_t clock = 0;  ///< its number
  std::int64_t last_retired = 0;
  bool observed = false;          ///< the observer is told of each instruction
  ClockWindow signals;            ///< clocks whose signals are told to the observer
  ClockWindow shadowed;           ///< the next clocks that a shadow passes, too
  ClockWindow watch;              ///< the next of both to begin, or the one under way
  ClockRecord* record = nullptr;  ///< of the clock under way, if a shadow wants it

  Time begin_of(int clocks_ahead) const { return now + params.clock * clocks_ahead; }
  std::int64_t clock_at(Time t) const { return Clock(params.clock).at_or_after(t).count; }
  /// Clocks that begin before the instant returned have ended by `t`.
  Time clocks_before(Time t) const { return t - params.clock + Time::ps(1); }
  void pass(int clocks) {
    now += params.clock * clocks;
    clock += clocks;
  }
  /// The clock at `now` is stepped alone.
  bool watched() const { return watch.contains(now); }
  Time watch_ahead() const { return watch.ahead(now); }
  /// A chip that is not run for long finds itself behind a window.
  bool missed_watch() const { return watch.from != Time::never() && now >= watch.to; }
  /// To be called when a window has ended, or another is asked for.
  void choose_watch() {
    watch = {};
    for (const ClockWindow& window : {signals, shadowed})
      if (window.to > now && window.from < watch.from) watch = window;
  }
  ChipView view() const { return {engines, registers, processor, sram, now, params.clock}; }

  /// The first instant at which an engine may do something that a plan does not foresee: clocks
  /// that begin before it are free of that. What the host does comes on top.
  Time special_event() const;
  /// When an engine next wants the SRAM or the link; now if it does already.
  Time engine_event() const;

  /// The host's next word lies in the SRAM.
  bool pio_to_sram() const { return port.offset() - sram_offset() < sram.size(); }
  std::uint32_t sram_offset() const;
  std::uint32_t word_address() const { return port.offset() - sram_offset(); }
  /// Moves the host's next word, from or to the SRAM.
  void move_word();
  /// The host's next word, wherever it lies, has its turn now.
  void host_pio();

  /// One clock that leaves the processor `left` accesses, as clock `clock` of a run.
  int run_core(int left, int clock_of_run);
  /// Clocks in which no engine does anything.
  static constexpr int kAloneClocks = 256;  ///< at most
  int run_alone(int clocks, int first);
  /// Sends STOP or GO in the clock at `t` if what waits asks for it; which of them.
  Flow flow_control(Time t) {
    const Flow flow = tick_flow(engines.state.receive, engines.rules);
    if (flow != Flow::kNone) engines.send.announce(t, flow == Flow::kStop);
    return flow;
  }

 private:
  void write_word(const std::uint8_t* bytes);
};

}  // namespace flybar::lanai
