#include "models/lanai/run/rest.h"

#include <algorithm>
#include <cstring>

namespace flybar::lanai {

Time Rest::next_event() const {
  const Time event = std::min(m_.port.due(), other_events());
  if (event == Time::never()) return event;
  return std::max(m_.now, Clock(m_.params.clock).edge_at_or_after(event));
}

bool Rest::pass(Time limit) {
  const Time event = next_event();
  if (event >= limit) return false;
  if (m_.registers.held() ? serve_words(limit) : serve_read()) return true;
  wake(event);
  // One clock as in the reference: it is this clock's event that ended the rest.
  if (m_.registers.held() && m_.now == event) every_clock_.step();
  return true;
}

void Rest::wake(Time event) {
  windows_.awake();
  const std::int64_t clock = m_.clock_at(event);
  if (idle_.found()) {
    const std::int64_t laps = std::max<std::int64_t>(0, (clock - m_.clock) / idle_.lap_clocks());
    report_laps(laps);
    idle_.abort();
    if (clock == put_off_to_) return wake_put_off();
  } else {
    m_.clock = std::max(m_.clock, clock);
  }
  m_.now = m_.params.clock * m_.clock;
}

/// In the clock before this one the host has put off a data access. So the lap is not merely a
/// clock late: its instruction has been fetched already.
void Rest::wake_put_off() {
  --m_.clock;
  m_.processor.counters.put_off(-1);
  m_.now = m_.params.clock * m_.clock;
  const auto clocks = static_cast<int>(put_off_to_ - 1 - m_.clock);
  for (int passed = 0; passed < clocks;)
    passed += m_.run_alone(std::min(clocks - passed, Machine::kAloneClocks), passed);
  m_.run_core(static_cast<int>(m_.params.accesses_per_clock) - 1, clocks);
  m_.clock = put_off_to_;
  m_.now = m_.params.clock * m_.clock;
}

void Rest::report_laps(std::int64_t laps) {
  if (laps == 0) return;
  const auto times = static_cast<std::uint64_t>(laps);
  m_.processor.counters.add(idle_.lap_counters(), times);
  if (m_.observed)
    for (const IdleLoop::Step& step : idle_.steps())
      m_.observer.on(Retired{m_.program_track, static_cast<std::uint64_t>(m_.clock) + step.clock,
                             step.pc, step.result, step.clocks, times,
                             static_cast<std::uint64_t>(idle_.lap_clocks())});
  m_.clock += laps * idle_.lap_clocks();
  m_.last_retired = m_.clock - 1;
}

/// What ends a rest, other than the host.
Time Rest::other_events() const {
  return std::min({m_.special_event(), m_.engines.receive.buffer.next_ready(),
                   m_.engines.host.next(), m_.engines.host.request_at(), m_.watch_ahead()});
}

/// In a chip that is in reset, words between the host and the SRAM are all that happens. False if
/// there are none to be moved now.
bool Rest::serve_words(Time limit) {
  const Time before = std::min(limit, other_events());
  bool any = false;
  while (m_.port.due() < before && m_.pio_to_sram()) {
    const Time at = std::max(m_.now, Clock(m_.params.clock).edge_at_or_after(m_.port.due()));
    if (at >= before) break;
    m_.now = at;
    m_.move_word();
    m_.now = at + m_.params.clock;
    any = true;
    if (m_.port.word_done(at)) break;
  }
  if (any) m_.clock = m_.clock_at(m_.now);
  return any;
}

/// A host read of SRAM costs a resting processor at most one clock, and shows it nothing new: the
/// lap under way merely shifts.
bool Rest::read_only_shifts() const {
  return idle_.found() && !m_.observed && m_.params.accesses_per_clock >= 2 &&
         m_.params.arbitration != Arbitration::kCpuHostReceiveSend;  // it may have to wait
}

/// False if it has to be done the long way.
bool Rest::serve_read() {
  if (!read_only_shifts() || m_.port.due() == Time::never()) return false;
  if (!m_.port.reads() || !m_.pio_to_sram()) return false;
  const Time at = Clock(m_.params.clock).edge_at_or_after(m_.port.due());
  if (other_events() <= at || at < m_.now || idle_.writes(m_.word_address())) return false;

  pass_read(at / m_.params.clock);
  m_.now = at;
  m_.host_pio();
  m_.now = m_.params.clock * m_.clock;
  return true;
}

/// By how many clocks (0 or 1) a word read in clock `due` puts the resting processor off.
std::int64_t Rest::pass_read(std::int64_t due) {
  report_laps((due - m_.clock) / idle_.lap_clocks());
  // A data access that was put off to this very clock has been fetched already: one access is
  // enough.
  if (due == put_off_to_ || idle_.accesses(due - m_.clock) < m_.params.accesses_per_clock) return 0;
  put_off_to_ = due + 1;
  ++m_.clock;
  m_.processor.counters.put_off(1);
  return 1;
}

std::optional<Time> Rest::foresee(const HostPort::Reads& reads, std::uint8_t* data) const {
  const std::uint32_t address = reads.offset - m_.sram_offset();
  if (!read_only_shifts() || reads.begin < m_.now || address >= m_.sram.size()) return std::nullopt;
  if (m_.sram.size() - address < reads.words * 4) return std::nullopt;
  for (std::uint32_t w = 0; w < reads.words; ++w)
    if (idle_.writes(address + 4 * w)) return std::nullopt;
  std::memcpy(data, m_.sram.bytes(address, reads.words * 4).data(), reads.words * 4);
  return other_events();
}

/// Reads at steady intervals meet the lap in phases that soon repeat themselves. The last read is
/// passed for itself: the lap that it meets is the one in which something else may happen next.
void Rest::pass_reads(const HostPort::Reads& reads) {
  const std::int64_t period = reads.period / m_.params.clock, lap = idle_.lap_clocks();
  std::int64_t due = reads.begin / m_.params.clock, put_off = 0;
  struct {
    std::int64_t read, phase, put_off;
  } mark{0, -1, 0};
  for (std::int64_t i = 0; i < reads.times; ++i, due += period) {
    report_laps((due - m_.clock) / lap);
    const std::int64_t phase = due - m_.clock;
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
  m_.now = m_.params.clock * m_.clock;
}

/// Stretches of `clocks` clocks, in which reads put the resting processor off by `put_off` and
/// after which all is as before.
void Rest::skip_rounds(std::int64_t rounds, std::int64_t clocks, std::int64_t put_off) {
  const std::int64_t laps = (clocks - put_off) / idle_.lap_clocks();
  m_.processor.counters.add(idle_.lap_counters(), static_cast<std::uint64_t>(rounds * laps));
  m_.processor.counters.put_off(rounds * put_off);
  m_.clock += rounds * clocks;
  m_.last_retired += rounds * clocks;
}

}  // namespace flybar::lanai
