/// Resting: a chip in reset, or one whose firmware waits in a loop, passes time without being
/// stepped.
#include <algorithm>

#include "models/lanai/chip.h"

namespace flybar::lanai {

bool Chip::engines_quiet() const {
  return send_.idle() && !dma_.busy() && receive_.wants() == 0;
}

/// The beginning of the clock in which a resting chip next has something to do.
Time Chip::next_event() const {
  const Time event = std::min({host_port_.due(), timers_.expiry(), receive_.buffer.next_ready(),
                               send_.next_symbol(), dma_.next(), dma_.request_at(), watch_ahead()});
  if (event == Time::never()) return event;
  return std::max(now_, Clock(params_.clock).edge_at_or_after(event));
}

bool Chip::rest_until(Time limit) {
  const Time event = next_event();
  if (event >= limit) return false;
  if (serve_read()) return true;
  wake(event);
  // One clock as in the reference: it is this clock's event that ended the rest.
  if (halted_ && now_ == event) step();
  return true;
}

void Chip::wake(Time event) {
  const std::int64_t clock = clock_at(event);
  if (idle_.found()) {
    const std::int64_t laps = std::max<std::int64_t>(0, (clock - clock_) / idle_.lap_clocks());
    report_laps(laps);
    idle_.abort();
  } else {
    clock_ = std::max(clock_, clock);
  }
  now_ = params_.clock * clock_;
}

void Chip::report_laps(std::int64_t laps) {
  if (laps == 0) return;
  const auto times = static_cast<std::uint64_t>(laps);
  core_.counters.add(idle_.lap_counters(), times);
  if (observed_)
    for (const IdleLoop::Step& step : idle_.steps())
      observer_.on(Retired{program_track_, static_cast<std::uint64_t>(clock_) + step.clock, step.pc,
                           step.result, step.clocks, times,
                           static_cast<std::uint64_t>(idle_.lap_clocks())});
  clock_ += laps * idle_.lap_clocks();
  last_retired_ = clock_ - 1;
}

/// A host read of SRAM costs a resting processor at most one clock, and shows it nothing new: the
/// lap under way merely shifts. False if it has to be done the long way.
bool Chip::serve_read() {
  if (!idle_.found() || observed_ || params_.accesses_per_clock < 2) return false;
  if (params_.arbitration == Arbitration::kCpuHostReceiveSend) return false;  // it may have to wait
  if (host_port_.due() == Time::never() || !host_port_.reads() || !pio_to_sram()) return false;
  const Clock clock(params_.clock);
  const Time at = clock.edge_at_or_after(host_port_.due());
  const Time others = std::min({timers_.expiry(), receive_.buffer.next_ready(), send_.next_symbol(),
                                dma_.next(), dma_.request_at(), watch_ahead()});
  if (others <= at || at < now_ || idle_.writes(host_port_.offset() - sram_offset())) return false;

  const std::int64_t due = at / params_.clock;
  report_laps((due - clock_) / idle_.lap_clocks());
  // A data access that was put off to this very clock has been fetched already: one access is
  // enough.
  const bool put_off = due == put_off_to_;
  if (!put_off && idle_.accesses(due - clock_) >= params_.accesses_per_clock) {
    put_off_to_ = due + 1;
    ++clock_;
    ++core_.counters.data_stalls;
  }
  now_ = at;
  host_pio();
  now_ = params_.clock * clock_;
  return true;
}

void Chip::catch_up(Time t) {
  run(t);
  if (!resting()) return;
  wake(t);
  run(t);  // less than a lap: no rest begins in it
}

}  // namespace flybar::lanai
