/// A window of clocks goes on through what the host does meanwhile, as long as that leaves the
/// engines alone.
///
/// Between two clocks the node's agenda has its turn. Only the bus can tell an engine something
/// from there, and then the window ends; to ask for the bus changes nothing yet. A word that the
/// host reads or writes in the SRAM takes an access in its clock. If the engines leave one, they do
/// not notice, and the processor has one less.
#include "models/lanai/board/chip.h"

namespace flybar::lanai {

/// Runs through so many clocks of the window. Returns how many have passed before it ended.
int Chip::run_through(int clocks, Time limit) {
  int ran = 0;
  const auto goes_on = [&] { return ran < clocks && undisturbed_ && !idle_.found(); };
  while (goes_on()) {
    const Time event = std::min({agenda_.next(), host_port_.due(), engines_.host.request_at()});
    const int end = clocks_within(event, clocks);
    if (ran < end) ran += run_piece(end - ran, ran);
    if (ran < end || !goes_on()) break;
    const int passed = run_event(ran, limit);
    if (passed < 0) break;
    ran += passed;
    clocks = clocks_within(kernel_.horizon(), clocks);
  }
  return ran;
}

/// What comes before this clock of the window or in it. Returns how many clocks have passed with
/// it, or -1 if the window has ended before.
int Chip::run_event(int clock, Time limit) {
  passed_ = clock;
  if (agenda_.next() <= begin_of(clock)) return agenda_.run_next(limit), 0;
  const bool asks = engines_.host.request_at() <= begin_of(clock);
  return (asks ? ask_for_bus(clock) : host_word(clock)) ? 1 : -1;
}

int Chip::run_piece(int clocks, int first) {
  return in_window_ ? core_.run(window_.slots + first, clocks, first)
                    : run_core_alone(clocks, first);
}

/// The clock of the window in which the host DMA asks. False if the window has ended before it, or
/// if more than that happens in it.
bool Chip::ask_for_bus(int clock) {
  if (host_port_.due() <= begin_of(clock)) return false;
  idle_.abort();
  idle_.encourage();
  engines_.host.ask(begin_of(clock));
  return undisturbed_ && run_piece(1, clock) == 1;
}

/// The last clock of the window, in which some work of an engine ends. Returns how many clocks have
/// passed: none if more than that happens in it.
int Chip::run_end(int clock) {
  const Time begin = begin_of(clock);
  const Time other =
      std::min({agenda_.next(), host_port_.due(), engines_.host.request_at(), kernel_.horizon()});
  if (other <= begin) return 0;
  const int left = window_.left[clock];
  settle(clock + 1);
  flow_control(begin);
  update_interrupt(begin);
  return run_core(left, clock);
}

/// Whether the word that the host moves in this clock of the window is nothing to an engine.
bool Chip::host_word_alone(int clock) const {
  if (params_.arbitration == Arbitration::kCpuHostReceiveSend || engines_.host.bursting())
    return false;
  if (in_window_ && window_.left[clock] == 0) return false;
  return pio_to_sram() && !guarded(host_port_.offset() - sram_offset());
}

/// A clock of the window in which the host's word is due. False if that has to be done the long
/// way.
bool Chip::host_word(int clock) {
  const auto all = static_cast<int>(params_.accesses_per_clock);
  const bool simple = host_word_alone(clock);
  // A read delays a loop that is being recorded, but shows it nothing new.
  if (!simple || !host_port_.reads() || all < 2) {
    idle_.abort();
    idle_.encourage();
  }
  if (!simple) return false;
  move_word(host_port_.offset() - sram_offset());
  passed_ = clock + 1;
  run_core((in_window_ ? window_.left[clock] : all) - 1, clock);
  host_port_.word_done(begin_of(clock));
  return true;
}

}  // namespace flybar::lanai
