/// Fast stepping: windows of clocks in which the engines' use of the SRAM is known ahead.
#include <algorithm>

#include "models/lanai/board/chip.h"
#include "models/lanai/registers/generated/lanai_regs.hpp"

namespace flybar::lanai {

namespace {

/// A loop is worth finding only if nothing is going to happen for so many clocks.
constexpr std::int64_t kQuietClocks = 400;
/// So long the firmware is likely to be at work after something has happened.
constexpr std::int64_t kBusyClocks = 200;
/// Gaps between the words of an engine are part of its plan, if they are not longer than this.
constexpr std::int64_t kGapClocks = 3;

}  // namespace

/// The first instant at which an engine may do something that a plan does not foresee: clocks that
/// begin before it are free of that. What the host does comes on top (through.cpp).
Time Chip::special_event() const {
  const Time symbol = engines_.send.next_symbol();
  const Time in_clock = symbol == Time::never() ? symbol : clocks_before(symbol);
  return std::min(timers_.expiry(), in_clock);
}

/// When an engine next wants the SRAM or the link; now_ if it does already.
Time Chip::engine_event() const {
  if (!engines_.send.quiet() || engines_.receive.wants() > 0) return now_;
  return std::min(engines_.host.next(), engines_.receive.buffer.next_ready());
}

/// One clock, which leaves the processor so many accesses.
int Chip::run_core(int left, int clock) {
  return core_.run(one_clock(left), 1, clock);
}

/// No engine does anything in these clocks.
int Chip::run_core_alone(int clocks, int first) {
  const bool free = params_.accesses_per_clock >= 2;
  return core_.run(free ? equal_slots<kAloneClocks, 2>() : equal_slots<kAloneClocks, 1>(), clocks,
                   first);
}

/// Clocks that begin before `limit`, at most so many.
int Chip::clocks_within(Time limit, int most) const {
  if (limit <= now_) return 0;
  if (limit - now_ >= params_.clock * most) return most;
  const auto left = static_cast<std::uint32_t>((limit - now_).ps());
  const auto clock = static_cast<std::uint32_t>(params_.clock.ps());
  return static_cast<int>((left + clock - 1) / clock);
}

void Chip::run_window(Time limit) {
  int ran = 0;
  const Time special = special_event();
  const Time engines = engine_event();
  undisturbed_ = true;
  if (special > now_ && engines > now_ + params_.clock * kGapClocks) {
    const Time event = std::min(engines, special);
    const Time quiet = std::min({event, host_port_.due(), engines_.host.request_at()}) - now_;
    if (quiet > params_.clock * kQuietClocks && quiet_clocks_ > kBusyClocks && !idle_.recording() &&
        idle_.promising())
      idle_.begin(clock_);
    if (idle_.recording() && idle_.between(core_, sram_, clock_)) return;
    // All accesses are recorded.
    core_.guard(idle_.recording() ? Guard{0, sram_.size()} : Guard());
    ran = run_through(clocks_within(std::min(event, limit), kAloneClocks), limit);
    quiet_clocks_ = undisturbed_ ? quiet_clocks_ + ran : 0;
  } else {
    idle_.abort();
    idle_.encourage();
    quiet_clocks_ = 0;
    in_window_ = plan(std::min(limit, special));
    if (in_window_) ran = run_through(window_.clocks - window_.ends, limit);
    if (in_window_ && undisturbed_ && ran < window_.clocks) ran += run_end(ran);
    settle(ran);
  }
  if (ran == 0) return step();
  now_ += params_.clock * ran;
  clock_ += ran;
}

/// Finds clocks in which no work ends but in the last. False if there are none.
bool Chip::plan(Time limit) {
  if (params_.arbitration == Arbitration::kCpuHostReceiveSend || halted_) return false;
  const int most =
      clocks_within(std::min(limit, engines_.receive.buffer.arrivals(2).ready), Window::kMost);
  if (most <= 0 || engines_.receive.buffer.waiting() >= PlanLimits::kMostWaiting) return false;
  window_ = plans_->look_up(situation(most), most);
  PlanBook::cut(window_, most, plan_limits());
  if (window_.clocks == 0) return false;
  set_guards(window_.records[window_.clocks - 1]);
  return true;
}

/// As far as it matters for so many clocks.
Situation Chip::situation(int clocks) const {
  const auto relative = [this](Time t) {
    constexpr std::int64_t kNever = Situation::kNever;
    return static_cast<std::int32_t>(std::clamp((t - now_).ps(), -kNever, kNever));
  };
  Situation state;
  if (engines_.host.bursting()) {
    state.host_next = relative(engines_.host.next());
    state.host_interval = static_cast<std::int32_t>(engines_.host.interval().ps());
  }
  const ReceiveBuffer::Run first = engines_.receive.buffer.arrivals(0),
                           second = engines_.receive.buffer.arrivals(1);
  state.ready = relative(first.ready);
  const Time next = first.ready + engines_.receive.buffer.word_time() * first.words;
  if (std::min(next, second.ready) < begin_of(clocks)) {
    state.steady = first.words;
    state.pause = second.words > 0 ? relative(now_ + (second.ready - next)) : Situation::kNever;
  }
  state.waiting = static_cast<std::uint16_t>(engines_.receive.buffer.waiting());
  state.armed = engines_.receive.armed();
  if (engines_.send.idle()) return state;
  state.wire_free = std::max(0, relative(engines_.send.wire_free()));
  state.fifo = static_cast<std::uint16_t>(engines_.send.waiting());
  state.active = engines_.send.active();
  state.running = engines_.send.running();
  state.stopped = engines_.send.halted();
  return state;
}

/// The interrupt line to the host follows whether words wait.
bool Chip::words_interrupt() const {
  constexpr std::uint32_t kReady =
      regs::Isr::kWordRdyMask | regs::Isr::kHalfRdyMask | regs::Isr::kByteRdyMask;
  return (latched_[regs::Eimr::kOffset / 4] & kReady) != 0;
}

/// The last word of a burst or of a packet, and the one that fills a buffer, end a plan; so do STOP
/// and GO, and the word that moves the interrupt line.
PlanLimits Chip::plan_limits() const {
  const auto words = [](std::uint64_t count) {
    return static_cast<int>(std::min<std::uint64_t>(count, PlanLimits::kAny));
  };
  PlanLimits limits;
  if (engines_.host.bursting()) limits.host = static_cast<int>(engines_.host.words_left());
  if (engines_.receive.armed()) limits.receive = words(engines_.receive.words_to_end());
  if (engines_.send.active()) limits.send = words(engines_.send.words_left());
  limits.started = engines_.send.words_to_tail();
  limits.whole = engines_.send.whole_words();
  limits.arrived =
      words(engines_.receive.buffer.arrivals(0).words + engines_.receive.buffer.arrivals(1).words);
  if (engines_.receive.stopped())
    limits.least_waiting = static_cast<int>(engines_.rules.go);
  else
    limits.most_waiting = std::min(static_cast<int>(engines_.rules.stop), PlanLimits::kMostWaiting);
  if (!words_interrupt()) return limits;
  if (engines_.receive.buffer.waiting() == 0)
    limits.most_waiting = 1;
  else
    limits.least_waiting = std::max(limits.least_waiting, 1);
  return limits;
}

/// The processor may touch these words only when the engines have come as far as it has.
void Chip::set_guards(const Record& last) {
  guards_ = {{{engines_.host.sram_address, last.host * 4u},
              {engines_.receive.pointer, last.receive * 4u},
              {engines_.send.pointer, last.send * 4u}}};
  std::uint32_t begin = sram_.size(), end = 0;
  for (const Guard& guard : guards_) {
    if (guard.size == 0) continue;
    begin = std::min(begin, guard.begin);
    end = std::max(end, guard.begin + guard.size);
  }
  core_.guard(end > begin ? Guard{begin, end - begin} : Guard());
}

void Chip::settle(int clocks) {
  undisturbed_ = false;
  if (!in_window_) return;
  in_window_ = false;
  guards_ = {};
  core_.guard({});
  if (clocks == 0) return;
  if (engines_.host.bursting()) engines_.host.advance(window_, clocks, now_);
  engines_.send.advance(window_, clocks, now_);
  engines_.receive.advance(window_, clocks, now_);
}

}  // namespace flybar::lanai
