/// One clock of the chip: the reference for every other way of stepping.
#include "models/common/systemc_time.h"
#include "models/lanai/chip.h"
#include "models/lanai/generated/board_regs.hpp"
#include "models/lanai/generated/lanai_regs.hpp"
#include "models/lanai/image.h"

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
  if (grants.send > 0) send_.take(static_cast<std::uint32_t>(grants.send));
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

/// Accesses that the receive DMA gets in every clock if it wants them.
std::int64_t Chip::sure_receive_accesses() const {
  const std::int64_t all = params_.accesses_per_clock, words = params_.link_words;
  switch (params_.arbitration) {
    case Arbitration::kReceiveHostSendCpu:
      return std::min(words, all);
    case Arbitration::kHostReceiveSendCpu:
      return std::min(words, all - 1);
    default:
      return 0;
  }
}

/// A write to SML acts in the clock after it, and what that fetches leaves in the one after that.
Time Chip::silent_until() const {
  if (resting() || halted_ || !send_.idle() || stepping_ != Stepping::kFast) return time();
  const std::int64_t before = image_ ? image_->sends.instructions(core_.place()) : 0;
  return now_ + params_.clock * (before + 2);
}

Time Chip::flow_control_before(Time known) const {
  const Time from = resting() ? known : now_;
  const Time word_time = receive_.buffer.word_time();
  if (receive_.stopped()) {
    // GO follows when enough of what waits now has been stored. After a reset, STOP may come anew.
    const std::int64_t over = std::int64_t{receive_.buffer.waiting()} - receive_.go_words();
    return from + std::min(params_.clock * (std::max<std::int64_t>(0, over) / params_.link_words),
                           word_time * std::max<std::int64_t>(0, receive_.stop_words() - 3));
  }
  // Up to three words may have arrived that no clock has counted yet.
  const std::int64_t more = std::int64_t{receive_.stop_words()} - receive_.buffer.waiting() - 3;
  const Time filled = from + word_time * std::max<std::int64_t>(0, more);
  const std::int64_t sure = sure_receive_accesses();
  if (!receive_.armed() || sure == 0 || more <= sure + 1) return filled;
  // Words that are known to come go on to the SRAM; the link is little faster than that.
  const Time drained = filled + word_time * receive_.sure_words();
  const std::int64_t gain = params_.clock.ps() - sure * word_time.ps();
  if (gain <= 0) return std::max(filled, drained);
  const Time outrun = from + params_.clock * ((more - sure - 1) * word_time.ps() / gain);
  return std::max(filled, std::min(drained, outrun));
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
