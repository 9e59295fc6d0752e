#include "models/lanai/run/every_clock.h"

#include <algorithm>

namespace flybar::lanai {

/// Moves the words on which the rules decide.
struct EveryClock::Words {
  Machine& m;

  bool may_start(Time& start, Time end) { return m.engines.send.may_start(start, end); }
  void leave(Time start) { m.engines.send.leave(start); }
  void arrive() { m.engines.receive.buffer.arrive(1); }
  std::uint64_t receive_left() const { return m.engines.receive.words_to_end(); }
  std::uint64_t send_left() const { return m.engines.send.words_left(); }
  void host_word() { m.host_pio(); }
  void host_data(Time t) { m.engines.host.take(t); }
  void store(Time t, std::uint32_t words) { m.engines.receive.take(t, words); }
  void fetch(Time t, std::uint32_t words) { m.engines.send.take(t, words); }
};

/// Calls `use` with the rules, of which the compiler knows the order.
template <class Use>
[[gnu::always_inline]] inline void EveryClock::in_order(Use&& use) {
  Rules rules = m_.engines.rules;
  switch (rules.order) {
    case Arbitration::kHostReceiveSendCpu:
      rules.order = Arbitration::kHostReceiveSendCpu;
      return use(rules);
    case Arbitration::kReceiveHostSendCpu:
      rules.order = Arbitration::kReceiveHostSendCpu;
      return use(rules);
    case Arbitration::kHostSendReceiveCpu:
      rules.order = Arbitration::kHostSendReceiveCpu;
      return use(rules);
    case Arbitration::kCpuHostReceiveSend:
      rules.order = Arbitration::kCpuHostReceiveSend;
      return use(rules);
  }
}

void EveryClock::step() {
  step_core(step_engines(m_.engines.rules));
}

void EveryClock::run(const Time& horizon) {
  in_order([&](const Rules& rules) { run(rules, horizon); });
}

/// While engines, timers and host port rest, only the processor is stepped; a write to a special
/// register ends that.
[[gnu::always_inline]] inline void EveryClock::run(const Rules& rules, const Time& horizon) {
  while (m_.now < stop(horizon)) {
    const bool watched = m_.watched();
    const Accesses grants = step_engines(rules);
    step_core(grants);
    if (watched) return;
    if (grants.host + grants.receive + grants.send > 0) continue;
    const Time before = std::min({stop(horizon), m_.watch_ahead(), engines_rest()});
    if (m_.now < before) step_core_alone(before);
  }
}

void EveryClock::step_core(const Accesses& grants) {
  if (m_.watched()) return watch_core(grants);
  if (!m_.registers.held()) m_.run_core(grants.cpu, 0);
  m_.pass(1);
}

void EveryClock::watch_core(const Accesses& grants) {
  const std::uint64_t instructions = m_.processor.counters.instructions;
  const bool runs = !m_.registers.held();
  if (runs) m_.run_core(grants.cpu, 0);
  on_clock(grants, runs && m_.processor.counters.instructions == instructions);
  m_.pass(1);
}

void EveryClock::step_core_alone(Time before) {
  const Cycles clocks = Clock(m_.params.clock).at_or_after(before - m_.now);
  const auto some = static_cast<int>(std::min<std::int64_t>(clocks.count, Machine::kAloneClocks));
  m_.pass(m_.registers.held() ? some : m_.run_alone(some, 0));
}

Time EveryClock::engines_rest() const {
  return std::min(
      {m_.engine_event(), m_.special_event(), m_.port.due(), m_.engines.host.request_at()});
}

/// A register is accessed between the halves of the clock, a word of the SRAM in the second.
[[gnu::always_inline]] inline Accesses EveryClock::step_engines(const Rules& rules) {
  const Time t = m_.now;
  Words words{m_};
  m_.registers.tick_timers(t);
  m_.engines.host.ask(t);
  tick_link(m_.engines.state, t, rules, words);
  m_.engines.send.end_link(t);
  if (m_.port.due() <= t && !m_.pio_to_sram()) m_.host_pio();
  OtherWants others{.host_word = m_.port.due() <= t && m_.pio_to_sram()};
  if (rules.order == Arbitration::kCpuHostReceiveSend && !m_.registers.held())
    others.cpu = m_.processor.wants();
  const Accesses grants = tick_sram(m_.engines.state, t, rules, others, words);
  m_.flow_control(t);
  m_.registers.update_interrupt(t);
  return grants;
}

}  // namespace flybar::lanai
