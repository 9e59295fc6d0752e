#include "models/lanai/run/every_clock.h"

#include <algorithm>

#include "models/lanai/core/words.h"

namespace flybar::lanai {

/// Moves the words on which the rules decide.
template <bool kNoted>
struct EveryClock::Words {
  Machine& m;

  bool may_start(Time& start, Time end) { return m.engines.send.may_start(start, end); }
  void leave(Time start) {
    if (kNoted && m.record) m.record->left.add(leaving());
    m.engines.send.leave(start);
  }
  void arrive() {
    if (kNoted && m.record) m.record->arrived.add(arriving());
    m.engines.receive.buffer.arrive(1);
  }
  std::uint64_t receive_left() const { return m.engines.receive.words_to_end(); }
  std::uint64_t send_left() const { return m.engines.send.words_left(); }
  void host_word() { m.host_pio(); }
  void host_data(Time t) {
    if (kNoted && m.record) note_host_data();
    m.engines.host.take(t);
  }
  void store(Time t, std::uint32_t words) { m.engines.receive.take(t, words); }
  void fetch(Time t, std::uint32_t words) { m.engines.send.take(t, words); }

  ClockRecord::LinkWord leaving() const {
    const SendFifo::Whole word = m.engines.send.fifo().at(0);
    ClockRecord::LinkWord noted{.skip = static_cast<std::uint8_t>(word.skip), .tail = word.tail};
    std::ranges::copy(word.bytes, noted.bytes.begin());
    return noted;
  }
  ClockRecord::LinkWord arriving() const {
    const ReceiveBuffer& buffer = m.engines.receive.buffer;
    const ReceiveBuffer::Word word = buffer.at(buffer.waiting());
    ClockRecord::LinkWord noted{.count = static_cast<std::uint8_t>(word.bytes.size()),
                                .tail = word.tail};
    std::ranges::copy(word.bytes, noted.bytes.begin());
    return noted;
  }
  void note_host_data() const {
    const HostDma& host = m.engines.host;
    m.record->dma_moved = true;
    if (!host.to_sram) m.record->dma_written = m.sram.word(host.sram_address);
  }
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

/// A register is accessed between the halves of the clock, a word of the SRAM in the second.
template <bool kNoted>
[[gnu::always_inline]] inline Accesses EveryClock::step_engines(const Rules& rules) {
  const Time t = m_.now;
  Words<kNoted> words{m_};
  m_.registers.tick_timers(t);
  m_.engines.host.ask(t);
  if (kNoted && m_.record) record_inputs(t);
  tick_link(m_.engines.state, t, rules, words);
  m_.engines.send.end_link(t);
  if (m_.port.due() <= t && !m_.pio_to_sram()) m_.host_pio();
  OtherWants others{.host_word = m_.port.due() <= t && m_.pio_to_sram()};
  if (rules.order == Arbitration::kCpuHostReceiveSend && !m_.registers.held())
    others.cpu = m_.processor.wants();
  const Accesses grants = tick_sram(m_.engines.state, t, rules, others, words);
  const Flow flow = m_.flow_control(t);
  if (kNoted && m_.record) record_.flow = flow;
  m_.registers.update_interrupt(t);
  return grants;
}

void EveryClock::step() {
  const Rules& rules = m_.engines.rules;
  step_core(m_.watched() ? step_watched(rules) : step_engines<false>(rules));
}

void EveryClock::run(const Time& horizon) {
  in_order([&](const Rules& rules) { run(rules, horizon); });
}

/// While engines, timers and host port rest, only the processor is stepped; a write to a special
/// register ends that.
[[gnu::always_inline]] inline void EveryClock::run(const Rules& rules, const Time& horizon) {
  while (m_.now < stop(horizon)) {
    const bool watched = m_.watched();
    const Accesses grants = watched ? step_watched(rules) : step_engines<false>(rules);
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
  if (m_.record) m_.record->word = m_.processor.word();
  if (runs) m_.run_core(grants.cpu, 0);
  on_clock(grants, runs && m_.processor.counters.instructions == instructions);
  m_.pass(1);
  if (m_.record) end_record(grants);
  if (!m_.watched()) m_.choose_watch();
}

[[gnu::noinline]] Accesses EveryClock::step_watched(const Rules& rules) {
  begin_record();
  return step_engines<true>(rules);
}

/// Does nothing unless the shadow has a window in which the clock at `now` lies.
void EveryClock::begin_record() {
  if (!shadow || !m_.shadowed.contains(m_.now)) return;
  if (!inside_) {
    m_.processor.watch(true);
    shadow->begin(m_.view(), m_.clock);
    inside_ = true;
  }
  record_ = {};
  m_.record = &record_;
  load_use_stalls_ = m_.processor.counters.load_use_stalls;
}

/// To be called in the clock at `t` when the timers have ticked and the host DMA has had its chance
/// to ask for the bus.
void EveryClock::record_inputs(Time t) {
  const Timers& timers = m_.registers.timers();
  const Time before = std::max(Time(), t - m_.params.clock);
  record_.ticks = static_cast<std::uint8_t>(timers.ticks(t) - timers.ticks(before));
  record_.pio = m_.port.due() <= t;
  if (record_.pio) {
    record_.pio_write = !m_.port.reads();
    record_.pio_offset = m_.port.offset();
    record_.pio_value = get_word(m_.port.bytes());
  }
  const HostDma& host = m_.engines.host;
  record_.dma_due = host.next() <= t;
  if (record_.dma_due && host.to_sram) record_.dma_read = get_word(host.next_word().data());
}

void EveryClock::end_record(const Accesses& grants) {
  m_.record = nullptr;
  record_.grants = grants;
  record_.load_use = m_.processor.counters.load_use_stalls != load_use_stalls_;
  ++shadowed.clocks;
  shadow->clock(m_.view(), record_);
  if (const Time begun = m_.now - m_.params.clock; m_.signals.contains(begun))
    shadow->sample(begun);
  if (m_.shadowed.contains(m_.now)) return;
  inside_ = false;
  m_.processor.watch(m_.observed);
  shadow->end(m_.view());
  ++shadowed.windows;
  next_window();
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

}  // namespace flybar::lanai
