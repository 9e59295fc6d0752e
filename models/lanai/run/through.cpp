/// A window of clocks goes on through what the host does meanwhile, as long as that leaves the
/// engines alone.
///
/// Between two clocks the node's agenda has its turn. Only the bus can tell an engine something
/// from there, and then the window ends; to ask for the bus changes nothing yet. A word that the
/// host reads or writes in the SRAM takes an access in its clock. If the engines leave one, they do
/// not notice, and the processor has one less.
#include <algorithm>

#include "models/lanai/run/windows.h"

namespace flybar::lanai {

/// Runs through so many clocks of the window. Returns how many have passed before it ended.
int Windows::run_through(int clocks, const Time& reach) {
  int ran = 0;
  const auto goes_on = [&] { return ran < clocks && undisturbed_ && !idle_.found(); };
  while (goes_on()) {
    const Time event = std::min({m_.agenda.next(), m_.port.due(), m_.engines.host.request_at()});
    const int end = clocks_within(event, clocks);
    while (ran < end && goes_on()) ran += run_piece(end - ran, ran);
    if (!goes_on()) break;
    const int passed = run_event(ran);
    if (passed < 0) break;
    ran += passed;
    clocks = clocks_within(std::min(m_.kernel.horizon(), reach), clocks);
  }
  return ran;
}

/// What comes before this clock of the window or in it. Returns how many clocks have passed with
/// it, or -1 if the window has ended before. The host looks ahead at no card meanwhile: this chip
/// may interrupt it.
int Windows::run_event(int clock) {
  passed_ = clock;
  if (m_.agenda.next() <= m_.begin_of(clock)) return m_.agenda.run_next(), 0;
  const bool asks = m_.engines.host.request_at() <= m_.begin_of(clock);
  return (asks ? ask_for_bus(clock) : host_word(clock)) ? 1 : -1;
}

int Windows::run_piece(int clocks, int first) {
  if (!in_window_) return m_.run_alone(clocks, first);
  const Stretch::Piece piece = plan_.piece(first, clocks);
  return m_.processor.run(piece.slots, piece.clocks, first);
}

/// The clock of the window in which the host DMA asks. False if the window has ended before it, or
/// if more than that happens in it.
bool Windows::ask_for_bus(int clock) {
  if (m_.port.due() <= m_.begin_of(clock)) return false;
  idle_.abort();
  idle_.encourage();
  m_.engines.host.ask(m_.begin_of(clock));
  return undisturbed_ && run_piece(1, clock) == 1;
}

/// The last clock of the window, in which some work of an engine ends. Returns how many clocks have
/// passed: none if more than that happens in it.
int Windows::run_end(int clock) {
  const Time begin = m_.begin_of(clock);
  const Time other = std::min(
      {m_.agenda.next(), m_.port.due(), m_.engines.host.request_at(), m_.kernel.horizon()});
  if (other <= begin) return 0;
  const int left = plan_.left(clock);
  settle(clock + 1);
  m_.flow_control(begin);
  m_.registers.update_interrupt(begin);
  return m_.run_core(left, clock);
}

/// Whether the word that the host moves in this clock of the window is nothing to an engine.
bool Windows::host_word_alone(int clock) const {
  if (m_.params.arbitration == Arbitration::kCpuHostReceiveSend || m_.engines.host.bursting())
    return false;
  if (in_window_ && plan_.left(clock) == 0) return false;
  return m_.pio_to_sram() && !guarded(m_.word_address());
}

/// A clock of the window in which the host's word is due. False if that has to be done the long
/// way.
bool Windows::host_word(int clock) {
  const auto all = static_cast<int>(m_.params.accesses_per_clock);
  const bool simple = host_word_alone(clock);
  // A read delays a loop that is being recorded, but shows it nothing new.
  if (!simple || !m_.port.reads() || all < 2) {
    idle_.abort();
    idle_.encourage();
  }
  if (!simple) return false;
  m_.move_word();
  passed_ = clock + 1;
  m_.run_core((in_window_ ? plan_.left(clock) : all) - 1, clock);
  m_.port.word_done(m_.begin_of(clock));
  return true;
}

}  // namespace flybar::lanai
