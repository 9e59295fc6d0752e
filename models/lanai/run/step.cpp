/// One clock of the chip: the reference for every other way of stepping.
#include "models/common/systemc_time.h"
#include "models/lanai/board/chip.h"
#include "models/lanai/image/image.h"
#include "models/lanai/registers/generated/board_regs.hpp"
#include "models/lanai/registers/generated/lanai_regs.hpp"

namespace flybar::lanai {

void Chip::step() {
  const Time t = now_;
  if (timers_.expired(t)) status_bits_ |= regs::Isr::kTimeMask;
  dma_.ask(t);
  send_.drive_link(t);
  receive_.buffer.accept(t);
  if (host_port_.due() <= t && !pio_to_sram()) host_pio();

  const Accesses grants =
      arbitrate(params_.arbitration, wants(), static_cast<int>(params_.accesses_per_clock));
  host_access(grants.host);
  if (grants.receive > 0) receive_.take(t, static_cast<std::uint32_t>(grants.receive));
  if (grants.send > 0) send_.take(t, static_cast<std::uint32_t>(grants.send));
  flow_control(t);
  update_interrupt(t);

  const std::uint64_t instructions = core_.counters.instructions;
  if (!halted_) run_core(grants.cpu, 0);
  if (signals_ && watched())
    sample(grants, !halted_ && core_.counters.instructions == instructions);
  now_ += params_.clock;
  ++clock_;
}

Accesses Chip::wants() const {
  Accesses wants;
  const bool pio = host_port_.due() <= now_ && pio_to_sram();
  wants.host = pio ? 1 : dma_.wants(now_);
  wants.receive = receive_.wants();
  wants.send = send_.wants();
  if (params_.arbitration == Arbitration::kCpuHostReceiveSend && !halted_)
    wants.cpu = core_.wants();
  return wants;
}

void Chip::host_access(int granted) {
  const bool dma = dma_.wants(now_) > 0;
  if (host_port_.due() <= now_ && pio_to_sram()) {
    if (granted > 0) host_pio();
    if (dma) dma_.refuse(now_);
  } else if (dma && granted > 0) {
    dma_.take(now_);
  } else if (dma) {
    dma_.refuse(now_);
  }
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
  switch (receive_.flow()) {
    case ReceiveDma::Flow::kNone:
      return;
    case ReceiveDma::Flow::kStop:
      return send_.announce(t, true);
    case ReceiveDma::Flow::kGo:
      return send_.announce(t, false);
  }
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
    receive_.buffer.push(at, {payload.get_data_ptr(), payload.get_data_length()}, link->tail);
  else
    send_.flow_control(at, link->symbols == myrinet::Symbols::kStop);
  if (on_arrival) on_arrival();
}

}  // namespace flybar::lanai
