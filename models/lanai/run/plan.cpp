/// Windows, and where they end.
#include <algorithm>

#include "models/lanai/run/windows.h"

namespace flybar::lanai {

namespace {

/// A loop is worth finding only if nothing is going to happen for so many clocks.
constexpr std::int64_t kQuietClocks = 400;
/// So long the firmware is likely to be at work after something has happened.
constexpr std::int64_t kBusyClocks = 200;
/// Gaps between the words of an engine are part of its plan, if they are not longer than this.
constexpr std::int64_t kGapClocks = 3;

/// Instead of a number of clocks: the lap of an idle loop is closed.
constexpr int kFound = -1;

}  // namespace

/// Clocks that begin before `limit`, at most so many.
int Windows::clocks_within(Time limit, int most) const {
  if (limit <= m_.now) return 0;
  if (limit - m_.now >= m_.params.clock * most) return most;
  const auto left = static_cast<std::uint32_t>((limit - m_.now).ps());
  const auto clock = static_cast<std::uint32_t>(m_.params.clock.ps());
  return static_cast<int>((left + clock - 1) / clock);
}

/// The processor alone, up to `event`.
int Windows::run_alone(Time event, Time limit) {
  const Time quiet = std::min({event, m_.port.due(), m_.engines.host.request_at()}) - m_.now;
  if (quiet > m_.params.clock * kQuietClocks && quiet_clocks_ > kBusyClocks && !idle_.recording() &&
      idle_.promising())
    idle_.begin(m_.clock);
  if (idle_.recording() && idle_.between(m_.processor, m_.sram, m_.clock)) return kFound;
  // All accesses are recorded.
  m_.processor.guard(idle_.recording() ? Guard{0, m_.sram.size()} : Guard());
  const int ran = run_through(clocks_within(std::min(event, limit), Machine::kAloneClocks), limit);
  quiet_clocks_ = undisturbed_ ? quiet_clocks_ + ran : 0;
  return ran;
}

int Windows::run_planned(Time limit) {
  idle_.abort();
  idle_.encourage();
  quiet_clocks_ = 0;
  in_window_ = plan(limit);
  int ran = 0;
  if (in_window_) ran = run_through(window_.clocks - window_.ends, limit);
  if (in_window_ && undisturbed_ && ran < window_.clocks) ran += run_end(ran);
  settle(ran);
  return ran;
}

bool Windows::run(Time limit) {
  const Time special = m_.special_event();
  const Time engines = m_.engine_event();
  undisturbed_ = true;
  const bool alone = special > m_.now && engines > m_.now + m_.params.clock * kGapClocks;
  const int ran =
      alone ? run_alone(std::min(engines, special), limit) : run_planned(std::min(limit, special));
  if (ran == kFound) return true;
  m_.pass(ran);
  return ran > 0;
}

/// Finds clocks in which no work ends but in the last. False if there are none.
bool Windows::plan(Time limit) {
  if (m_.params.arbitration == Arbitration::kCpuHostReceiveSend || m_.registers.held())
    return false;
  const int most =
      clocks_within(std::min(limit, m_.engines.receive.buffer.arrivals(2).ready), Window::kMost);
  if (most <= 0 || m_.engines.receive.buffer.waiting() >= PlanLimits::kMostWaiting) return false;
  window_ = plans_->look_up(situation(most), most);
  PlanBook::cut(window_, most, plan_limits());
  if (window_.clocks == 0) return false;
  const Record& last = window_.records[window_.clocks - 1];
  if (writes_code(last)) return false;
  set_guards(last);
  return true;
}

/// As far as it matters for so many clocks.
Situation Windows::situation(int clocks) const {
  const auto relative = [this](Time t) {
    constexpr std::int64_t kNever = Situation::kNever;
    return static_cast<std::int32_t>(std::clamp((t - m_.now).ps(), -kNever, kNever));
  };
  Situation state;
  if (m_.engines.host.bursting()) {
    state.host_next = relative(m_.engines.host.next());
    state.host_interval = static_cast<std::int32_t>(m_.engines.state.host.interval.ps());
  }
  const ReceiveBuffer::Run first = m_.engines.receive.buffer.arrivals(0),
                           second = m_.engines.receive.buffer.arrivals(1);
  state.ready = relative(first.ready);
  const Time next = first.ready + m_.engines.receive.buffer.word_time() * first.words;
  if (std::min(next, second.ready) < m_.begin_of(clocks)) {
    state.steady = first.words;
    state.pause = second.words > 0 ? relative(m_.now + (second.ready - next)) : Situation::kNever;
  }
  state.waiting = static_cast<std::uint16_t>(m_.engines.receive.buffer.waiting());
  state.armed = m_.engines.receive.armed();
  if (m_.engines.send.idle()) return state;
  state.wire_free = std::max(0, relative(m_.engines.state.send.wire_free));
  state.fifo = static_cast<std::uint16_t>(m_.engines.state.send.fifo);
  state.active = m_.engines.send.active();
  state.running = m_.engines.state.send.running;
  state.stopped = m_.engines.state.send.stopped;
  return state;
}

/// The last word of a burst or of a packet, and the one that fills a buffer, end a plan; so do STOP
/// and GO, and the word that moves the interrupt line.
PlanLimits Windows::plan_limits() const {
  const auto words = [](std::uint64_t count) {
    return static_cast<int>(std::min<std::uint64_t>(count, PlanLimits::kAny));
  };
  PlanLimits limits;
  if (m_.engines.host.bursting()) limits.host = static_cast<int>(m_.engines.host.phases_left());
  if (m_.engines.receive.armed()) limits.receive = words(m_.engines.receive.words_to_end());
  if (m_.engines.send.active()) limits.send = words(m_.engines.send.words_left());
  limits.started = m_.engines.send.words_to_tail();
  limits.whole = m_.engines.send.whole_words();
  limits.arrived = words(m_.engines.receive.buffer.arrivals(0).words +
                         m_.engines.receive.buffer.arrivals(1).words);
  if (m_.engines.state.receive.stopped)
    limits.least_waiting = static_cast<int>(m_.engines.rules.go);
  else
    limits.most_waiting =
        std::min(static_cast<int>(m_.engines.rules.stop), PlanLimits::kMostWaiting);
  if (!m_.registers.words_interrupt()) return limits;
  if (m_.engines.receive.buffer.waiting() == 0)
    limits.most_waiting = 1;
  else
    limits.least_waiting = std::max(limits.least_waiting, 1);
  return limits;
}

/// The processor may touch these words only when the engines have come as far as it has.
void Windows::set_guards(const Record& last) {
  guards_ = {{{m_.engines.host.sram_address, m_.engines.host.words_in(last.host) * 4u},
              {m_.engines.receive.pointer, last.receive * 4u},
              {m_.engines.send.pointer, last.send * 4u}}};
  std::uint32_t begin = m_.sram.size(), end = 0;
  for (const Guard& guard : guards_) {
    if (guard.size == 0) continue;
    begin = std::min(begin, guard.begin);
    end = std::max(end, guard.begin + guard.size);
  }
  m_.processor.guard(end > begin ? Guard{begin, end - begin} : Guard());
}

/// Whether an engine writes where the processor reads its instructions. What it reads is decided
/// from clock to clock (read_ahead.h).
bool Windows::writes_code(const Record& last) const {
  const bool host = last.host > 0 && m_.engines.host.to_sram;
  return (host && m_.sram.holds_code(m_.engines.host.sram_address)) ||
         (last.receive > 0 && m_.sram.holds_code(m_.engines.receive.pointer));
}

void Windows::settle(int clocks) {
  undisturbed_ = false;
  if (!in_window_) return;
  in_window_ = false;
  guards_ = {};
  m_.processor.guard({});
  if (clocks == 0) return;
  m_.engines.send.advance(window_, clocks, m_.now);
  m_.engines.receive.advance(window_, clocks, m_.now);
  // Last, since the bus may refuse its next request, which stops the run.
  if (m_.engines.host.bursting()) m_.engines.host.advance(window_, clocks, m_.now);
}

}  // namespace flybar::lanai
