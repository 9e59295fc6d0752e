/// Resting: a chip in reset, or one whose firmware waits in a loop, passes time without being
/// stepped.
#pragma once

#include <cstdint>
#include <optional>

#include "models/lanai/run/every_clock.h"
#include "models/lanai/run/idle_loop.h"
#include "models/lanai/run/machine.h"
#include "models/lanai/run/windows.h"

namespace flybar::lanai {

class Rest {
 public:
  Rest(Machine& machine, IdleLoop& idle, Windows& windows, EveryClock& every_clock)
      : m_(machine), idle_(idle), windows_(windows), every_clock_(every_clock) {}

  /// In an idle loop that has been proved, or held in reset.
  bool resting() const {
    return idle_.found() || (m_.registers.held() && m_.engines.quiet() && !m_.watched());
  }
  /// The beginning of the clock in which a resting chip next has something to do.
  Time next_event() const;
  /// A resting chip goes on to what it has to do before `limit`. False if there is nothing.
  bool pass(Time limit);
  /// Ends the rest in the clock that begins at `event`.
  void wake(Time event);

  /// Until when reads of the host would find the same, and nothing else would happen; nullopt if
  /// that is not known. Writes the data to the address given.
  std::optional<Time> foresee(const HostPort::Reads& reads, std::uint8_t* data) const;
  /// They have happened.
  void pass_reads(const HostPort::Reads& reads);

 private:
  void wake_put_off();
  Time other_events() const;
  bool read_only_shifts() const;
  bool serve_words(Time limit);
  bool serve_read();
  std::int64_t pass_read(std::int64_t due);
  void skip_rounds(std::int64_t rounds, std::int64_t clocks, std::int64_t put_off);
  void report_laps(std::int64_t laps);

  Machine& m_;
  IdleLoop& idle_;
  Windows& windows_;
  EveryClock& every_clock_;
  std::int64_t put_off_to_ = -1;  ///< clock to which the host has put off a resting processor
};

}  // namespace flybar::lanai
