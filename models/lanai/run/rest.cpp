/// Resting: a chip in reset, or one whose firmware waits in a loop, passes time without being
/// stepped.
#include <algorithm>

#include "models/lanai/board/chip.h"

namespace flybar::lanai {

/// The beginning of the clock in which a resting chip next has something to do.
Time Chip::next_event() const {
  const Time event = std::min(host_port_.due(), other_events());
  if (event == Time::never()) return event;
  return std::max(now_, Clock(params_.clock).edge_at_or_after(event));
}

bool Chip::rest_until(Time limit) {
  const Time event = next_event();
  if (event >= limit) return false;
  if (halted_ ? serve_words(limit) : serve_read()) return true;
  wake(event);
  // One clock as in the reference: it is this clock's event that ended the rest.
  if (halted_ && now_ == event) step();
  return true;
}

void Chip::wake(Time event) {
  quiet_clocks_ = 0;
  const std::int64_t clock = clock_at(event);
  if (idle_.found()) {
    const std::int64_t laps = std::max<std::int64_t>(0, (clock - clock_) / idle_.lap_clocks());
    report_laps(laps);
    idle_.abort();
    if (clock == put_off_to_) return wake_put_off();
  } else {
    clock_ = std::max(clock_, clock);
  }
  now_ = params_.clock * clock_;
}

/// In the clock before this one the host has put off a data access. So the lap is not merely a
/// clock late: its instruction has been fetched already.
void Chip::wake_put_off() {
  --clock_;
  core_.counters.put_off(-1);
  now_ = params_.clock * clock_;
  const auto clocks = static_cast<int>(put_off_to_ - 1 - clock_);
  for (int passed = 0; passed < clocks;)
    passed += run_core_alone(std::min(clocks - passed, kAloneClocks), passed);
  run_core(static_cast<int>(params_.accesses_per_clock) - 1, clocks);
  clock_ = put_off_to_;
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

/// What ends a rest, other than the host.
Time Chip::other_events() const {
  return std::min({special_event(), engines_.receive.buffer.next_ready(), engines_.host.next(),
                   engines_.host.request_at(), watch_ahead()});
}

/// In a chip that is in reset, words between the host and the SRAM are all that happens. False if
/// there are none to be moved now.
bool Chip::serve_words(Time limit) {
  const Time before = std::min(limit, other_events());
  bool any = false;
  while (host_port_.due() < before && pio_to_sram()) {
    const Time at = std::max(now_, Clock(params_.clock).edge_at_or_after(host_port_.due()));
    if (at >= before) break;
    now_ = at + params_.clock;
    move_word(host_port_.offset() - sram_offset());
    any = true;
    if (host_port_.word_done(at)) break;
  }
  if (any) clock_ = clock_at(now_);
  return any;
}

/// A host read of SRAM costs a resting processor at most one clock, and shows it nothing new: the
/// lap under way merely shifts.
bool Chip::read_only_shifts() const {
  return idle_.found() && !observed_ && params_.accesses_per_clock >= 2 &&
         params_.arbitration != Arbitration::kCpuHostReceiveSend;  // it may have to wait
}

/// False if it has to be done the long way.
bool Chip::serve_read() {
  if (!read_only_shifts() || host_port_.due() == Time::never()) return false;
  if (!host_port_.reads() || !pio_to_sram()) return false;
  const Time at = Clock(params_.clock).edge_at_or_after(host_port_.due());
  if (other_events() <= at || at < now_ || idle_.writes(host_port_.offset() - sram_offset()))
    return false;

  pass_read(at / params_.clock);
  now_ = at;
  host_pio();
  now_ = params_.clock * clock_;
  return true;
}

/// By how many clocks (0 or 1) a word read in clock `due` puts the resting processor off.
std::int64_t Chip::pass_read(std::int64_t due) {
  report_laps((due - clock_) / idle_.lap_clocks());
  // A data access that was put off to this very clock has been fetched already: one access is
  // enough.
  if (due == put_off_to_ || idle_.accesses(due - clock_) < params_.accesses_per_clock) return 0;
  put_off_to_ = due + 1;
  ++clock_;
  core_.counters.put_off(1);
  return 1;
}

std::optional<Time> Chip::foresee(const HostPort::Reads& reads, std::uint8_t* data) const {
  const std::uint32_t address = reads.offset - sram_offset();
  if (!read_only_shifts() || reads.begin < now_ || address >= sram_.size()) return std::nullopt;
  if (sram_.size() - address < reads.words * 4) return std::nullopt;
  for (std::uint32_t w = 0; w < reads.words; ++w)
    if (idle_.writes(address + 4 * w)) return std::nullopt;
  std::memcpy(data, sram_.bytes(address, reads.words * 4).data(), reads.words * 4);
  return other_events();
}

/// Reads at steady intervals meet the lap in phases that soon repeat themselves. The last read is
/// passed for itself: the lap that it meets is the one in which something else may happen next.
void Chip::pass_reads(const HostPort::Reads& reads) {
  const std::int64_t period = reads.period / params_.clock, lap = idle_.lap_clocks();
  std::int64_t due = reads.begin / params_.clock, put_off = 0;
  struct {
    std::int64_t read, phase, put_off;
  } mark{0, -1, 0};
  for (std::int64_t i = 0; i < reads.times; ++i, due += period) {
    report_laps((due - clock_) / lap);
    const std::int64_t phase = due - clock_;
    if (phase == mark.phase) {
      const std::int64_t round = i - mark.read, rounds = (reads.times - 1 - i) / round;
      skip_rounds(rounds, round * period, put_off - mark.put_off);
      i += rounds * round, due += rounds * round * period;
      mark.phase = -1;
    } else if (i > 0 && (i & (i - 1)) == 0) {
      mark = {i, phase, put_off};
    }
    for (std::uint32_t w = 0; w < reads.words; ++w) put_off += pass_read(due + w);
  }
  now_ = params_.clock * clock_;
}

/// Stretches of `clocks` clocks, in which reads put the resting processor off by `put_off` and
/// after which all is as before.
void Chip::skip_rounds(std::int64_t rounds, std::int64_t clocks, std::int64_t put_off) {
  const std::int64_t laps = (clocks - put_off) / idle_.lap_clocks();
  core_.counters.add(idle_.lap_counters(), static_cast<std::uint64_t>(rounds * laps));
  core_.counters.put_off(rounds * put_off);
  clock_ += rounds * clocks;
  last_retired_ += rounds * clocks;
}

void Chip::catch_up(Time t) {
  run(t);
  if (halted_ && resting()) return wake(t);
  // What is left of a lap may be several laps of a shorter loop, in which a rest begins anew.
  for (; idle_.found(); run(t)) wake(t);
}

}  // namespace flybar::lanai
