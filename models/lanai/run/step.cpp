/// One clock of the chip: the reference for every other way of stepping.
#include "models/common/systemc_time.h"
#include "models/lanai/board/chip.h"
#include "models/lanai/image/image.h"
#include "models/lanai/registers/generated/board_regs.hpp"
#include "models/lanai/registers/generated/lanai_regs.hpp"

namespace flybar::lanai {

/// Moves the words on which the rules decide.
struct Chip::Words {
  Chip& chip;
  HostDma& host;
  ReceiveDma& receive;
  SendDma& send;

  bool may_start(Time& start, Time end) { return send.may_start(start, end); }
  void leave(Time start) { send.leave(start); }
  void arrive() { receive.buffer.arrive(1); }
  std::uint64_t receive_left() const { return receive.words_to_end(); }
  std::uint64_t send_left() const { return send.words_left(); }
  void host_word() { chip.host_pio(); }
  void host_data(Time t) { host.take(t); }
  void store(Time t, std::uint32_t words) { receive.take(t, words); }
  void fetch(Time t, std::uint32_t words) { send.take(t, words); }
};

/// One clock of the engines, or those before `stop` in which only the processor does anything.
void Chip::step_until(Time stop) {
  idle_.abort();
  const bool sampled = signals_ && watched();
  const Accesses all{.cpu = static_cast<int>(params_.accesses_per_clock)};
  if (now_ < engines_rest_until_ && !sampled) {
    while (now_ < stop && now_ < engines_rest_until_) step_core(all);
  } else {
    step();
    engines_rest_until_ = engines_rest();
  }
}

void Chip::step() {
  step_core(step_engines());
}

void Chip::step_core(const Accesses& grants) {
  const std::uint64_t instructions = core_.counters.instructions;
  if (!halted_) run_core(grants.cpu, 0);
  if (signals_ && watched())
    sample(grants, !halted_ && core_.counters.instructions == instructions);
  now_ += params_.clock;
  ++clock_;
}

/// Clocks that begin before it leave engines, timers and host port as they are.
Time Chip::engines_rest() const {
  return std::min({engine_event(), special_event(), host_port_.due(), engines_.host.request_at()});
}

Accesses Chip::step_engines() {
  const Time t = now_;
  Words words{*this, engines_.host, engines_.receive, engines_.send};
  if (timers_.expired(t)) status_bits_ |= regs::Isr::kTimeMask;
  engines_.host.ask(t);
  tick_link(engines_.state, t, engines_.rules, words);
  engines_.send.end_link(t);
  const bool host = host_port_.due() <= t;
  OtherWants others{.host_word = host && pio_to_sram()};
  if (host && !others.host_word) {
    host_pio();
    others.host_word = host_port_.due() <= t && pio_to_sram();
  }
  if (params_.arbitration == Arbitration::kCpuHostReceiveSend && !halted_)
    others.cpu = core_.wants();
  const Accesses grants = tick_sram(engines_.state, t, engines_.rules, others, words);
  flow_control(t);
  update_interrupt(t);
  return grants;
}

bool Chip::pio_to_sram() const {
  const std::uint32_t offset = host_port_.offset() - sram_offset();
  return offset < sram_.size();
}

/// The host's next word, from or to this address in the SRAM.
void Chip::move_word(std::uint32_t address) {
  std::uint8_t* bytes = host_port_.bytes();
  if (host_port_.reads())
    std::memcpy(bytes, sram_.bytes(address, 4).data(), 4);
  else
    sram_.set_bytes(address, {bytes, 4});
}

void Chip::host_pio() {
  const std::uint32_t offset = host_port_.offset();
  std::uint8_t* bytes = host_port_.bytes();
  if (pio_to_sram()) {
    move_word(offset - sram_offset());
  } else {
    std::uint32_t word;
    std::memcpy(&word, bytes, 4);
    if (host_port_.reads()) {
      word = __builtin_bswap32(board_read(offset));
      std::memcpy(bytes, &word, 4);
    } else {
      board_write(offset, __builtin_bswap32(word));
    }
  }
  host_port_.word_done(now_);
}

/// In the clock at `t`.
void Chip::flow_control(Time t) {
  const Flow flow = tick_flow(engines_.state.receive, engines_.rules);
  if (flow != Flow::kNone) engines_.send.announce(t, flow == Flow::kStop);
}

/// In the clock at `t`.
void Chip::update_interrupt(Time t) {
  const bool enabled = control_ & board::Control::kInterruptEnableMask;
  const bool level = enabled && (status(Record()) & latched_[regs::Eimr::kOffset / 4]) != 0;
  if (level == interrupt_) return;
  interrupt_ = level;
  if (on_interrupt) on_interrupt(level, t + params_.clock);
}

void Chip::link_symbols(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const auto* link = payload.get_extension<myrinet::Link>();
  const Time at = instant(delay);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (link->symbols == myrinet::Symbols::kBytes)
    engines_.receive.buffer.push(at, {payload.get_data_ptr(), payload.get_data_length()},
                                 link->tail);
  else
    engines_.send.flow_control(at, link->symbols == myrinet::Symbols::kStop);
  if (on_arrival) on_arrival();
}

}  // namespace flybar::lanai
