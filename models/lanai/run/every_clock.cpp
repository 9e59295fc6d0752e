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

/// While engines, timers and host port rest, only the processor is stepped; its writes to special
/// registers end that.
void EveryClock::run(const Time& horizon) {
  const Accesses all{.cpu = static_cast<int>(m_.params.accesses_per_clock)};
  while (m_.now < stop(horizon)) {
    const bool watched = m_.watched();
    const Accesses grants = step_engines();
    step_core(grants);
    if (watched) return;
    if (grants.host + grants.receive + grants.send > 0) continue;
    const Time before = std::min(stop(horizon), m_.watch_ahead());
    m_.engines_rest_until = engines_rest();
    while (m_.now < before && m_.now < m_.engines_rest_until) step_core(all);
  }
}

void EveryClock::step_core(const Accesses& grants) {
  const std::uint64_t instructions = m_.processor.counters.instructions;
  const bool runs = !m_.registers.held();
  if (runs) m_.run_core(grants.cpu, 0);
  if (m_.watched()) on_clock(grants, runs && m_.processor.counters.instructions == instructions);
  m_.pass(1);
}

Time EveryClock::engines_rest() const {
  return std::min(
      {m_.engine_event(), m_.special_event(), m_.port.due(), m_.engines.host.request_at()});
}

/// A register is accessed between the halves of the clock, a word of the SRAM in the second.
Accesses EveryClock::step_engines() {
  const Time t = m_.now;
  Words words{m_};
  m_.registers.tick_timers(t);
  m_.engines.host.ask(t);
  tick_link(m_.engines.state, t, m_.engines.rules, words);
  m_.engines.send.end_link(t);
  if (m_.port.due() <= t && !m_.pio_to_sram()) m_.host_pio();
  OtherWants others{.host_word = m_.port.due() <= t && m_.pio_to_sram()};
  if (m_.params.arbitration == Arbitration::kCpuHostReceiveSend && !m_.registers.held())
    others.cpu = m_.processor.wants();
  const Accesses grants = tick_sram(m_.engines.state, t, m_.engines.rules, others, words);
  m_.flow_control(t);
  m_.registers.update_interrupt(t);
  return grants;
}

}  // namespace flybar::lanai
