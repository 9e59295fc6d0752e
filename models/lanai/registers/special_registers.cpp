#include "models/lanai/registers/special_registers.h"

#include <fmt/format.h>

#include "models/lanai/core/pipeline.h"
#include "models/layouts/generated/lanai_regs.hpp"

namespace flybar::lanai {

namespace {
/// ISR bits that a write of 1 clears, by the host or by the firmware.
constexpr std::uint32_t kClearedByWriting =
    regs::Isr::kDbgMask | regs::Isr::kLinkMask | regs::Isr::kNresMask | regs::Isr::kWakeMask |
    regs::Isr::kTailMask | regs::Isr::kWdogMask | regs::Isr::kTimeMask;
constexpr std::uint32_t kHostSignals = regs::Isr::kLan7SigMask | regs::Isr::kLan6SigMask |
                                       regs::Isr::kLan5SigMask | regs::Isr::kLan4SigMask |
                                       regs::Isr::kLan3SigMask | regs::Isr::kLan2SigMask |
                                       regs::Isr::kLan1SigMask | regs::Isr::kLan0SigMask;

constexpr std::uint32_t kWordsWait =
    regs::Isr::kWordRdyMask | regs::Isr::kHalfRdyMask | regs::Isr::kByteRdyMask;

void put(std::vector<std::uint8_t>& bytes, std::uint32_t at, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i)
    bytes[at + static_cast<std::uint32_t>(i)] =
        static_cast<std::uint8_t>(value >> 8 * (count - 1 - i));
}

std::vector<std::uint8_t> make_eeprom(const ChipParams& params) {
  using board::Eeprom;
  std::vector<std::uint8_t> bytes(Eeprom::kSize);
  put(bytes, Eeprom::kClockValue, board::kClockValue41, 4);
  put(bytes, Eeprom::kCpuVersion, board::kCpuVersion41, 2);
  put(bytes, Eeprom::kSramSize, static_cast<std::uint32_t>(params.sram.count), 4);
  return bytes;
}
}  // namespace

SpecialRegisters::SpecialRegisters(const ChipParams& params, Engines& engines,
                                   const RunningFirmware& firmware)
    : engines_(engines),
      firmware_(firmware),
      memory_(static_cast<std::uint32_t>(params.sram.count)),
      timers_(params.timer_tick),
      control_(board::Control::kReset),
      eeprom_(make_eeprom(params)) {}

/// What each register shows, what a write does, and when a write changes nothing yet. A register
/// without a row only remembers.
struct SpecialRegisters::Rows {
  using R = SpecialRegisters;
  using Word = std::uint32_t;

  static bool host_idle(const Engines& e) { return !e.host.busy(); }
  static bool send_idle(const Engines& e) { return e.send.idle(); }
  static bool receive_idle(const Engines& e) { return !e.receive.armed(); }
  static bool never(const Engines&) { return false; }

  template <std::uint32_t kOffset>
  static Word remembered(const R& r, const Moved&, Time) {
    return r.latched_[kOffset / 4];
  }
  template <std::uint32_t kOffset>
  static void remember(R& r, Word value, const Instant&) {
    r.latched_[kOffset / 4] = value;
  }
  static void refuse(R& r, Word, const Instant& by) {
    r.firmware_.fault(
        by, {"pushing bytes straight into the packet interface is not modelled",
             "packets that the send DMA fetches", "put the bytes into SRAM, and set SMP and SMLT"});
  }

  static Word nothing(const R&, const Moved&, Time) { return 0; }
  static void ignore(R&, Word, const Instant&) {}

  template <std::size_t... kSlots>
  static std::array<Row, kRows> remembering(std::index_sequence<kSlots...>) {
    return {Row{remembered<kSlots * 4>, remember<kSlots * 4>, never}...};
  }
  static std::array<Row, kRows> make();
};

std::array<SpecialRegisters::Row, SpecialRegisters::kRows> SpecialRegisters::Rows::make() {
  struct Known {
    Word offset;
    Row row;
  };
  constexpr auto kSb = remembered<regs::Sb::kOffset>, kSh = remembered<regs::Sh::kOffset>,
                 kSw = remembered<regs::Sw::kOffset>, kSt = remembered<regs::St::kOffset>;
  const Known known[] = {
      {regs::Isr::kOffset,
       {[](const R& r, const Moved& m, Time) -> Word { return r.status(m); },
        [](R& r, Word v, const Instant&) { r.write_status(v, false); }, never}},
      {regs::It::kOffset,
       {[](const R& r, const Moved&, Time t) -> Word { return r.timers_.interval(t); },
        [](R& r, Word v, const Instant& by) { r.timers_.set_interval(by.t, v); }, never}},
      {regs::Rtc::kOffset,
       {[](const R& r, const Moved&, Time t) -> Word { return r.timers_.real_time(t); },
        [](R& r, Word v, const Instant& by) { r.timers_.set_real_time(by.t, v); }, never}},
      {regs::Ear::kOffset,
       {[](const R& r, const Moved& m, Time) -> Word {
          return r.engines_.host.host_address + 4u * r.engines_.host.words_in(m.host);
        },
        [](R& r, Word v, const Instant& by) {
          r.require_host_idle(by), r.engines_.host.host_address = v;
        },
        host_idle}},
      {regs::Lar::kOffset,
       {[](const R& r, const Moved& m, Time) -> Word {
          return r.engines_.host.sram_address + 4u * r.engines_.host.words_in(m.host);
        },
        [](R& r, Word v, const Instant& by) {
          r.require_host_idle(by), r.engines_.host.sram_address = v & ~3u;
        },
        host_idle}},
      {regs::DmaCtr::kOffset,
       {[](const R& r, const Moved& m, Time) -> Word {
          return r.engines_.host.bytes_left() - 4u * r.engines_.host.words_in(m.host);
        },
        [](R& r, Word v, const Instant& by) { r.start_host_dma(v, by); }, never}},
      {regs::DmaDir::kOffset,
       {[](const R& r, const Moved&, Time) -> Word { return r.engines_.host.to_sram ? 1 : 0; },
        [](R& r, Word v, const Instant& by) {
          r.require_host_idle(by), r.engines_.host.to_sram = v & 1;
        },
        host_idle}},
      {regs::DmaSts::kOffset,
       {[](const R& r, const Moved&, Time) -> Word { return r.engines_.host.burst_enables; },
        [](R& r, Word v, const Instant&) { r.engines_.host.burst_enables = v & 0xF; }, never}},
      {regs::Rmp::kOffset,
       {[](const R& r, const Moved& m, Time) -> Word {
          return r.engines_.receive.pointer + 4u * m.receive;
        },
        [](R& r, Word v, const Instant& by) { r.move_receive(v, by); }, receive_idle}},
      {regs::Rml::kOffset,
       {[](const R& r, const Moved&, Time) -> Word { return r.engines_.receive.limit(); },
        [](R& r, Word v, const Instant& by) { r.arm_receive(v, by); }, never}},
      {regs::Smp::kOffset,
       {[](const R& r, const Moved& m, Time) -> Word {
          return r.engines_.send.pointer + 4u * m.send;
        },
        [](R& r, Word v, const Instant&) { r.engines_.send.pointer = v & ~3u; }, send_idle}},
      {regs::Sml::kOffset,
       {[](const R& r, const Moved&, Time) -> Word { return r.engines_.send.limit(); },
        [](R& r, Word v, const Instant& by) { r.start_send(v, false, by); }, never}},
      {regs::Smlt::kOffset,
       {[](const R& r, const Moved&, Time) -> Word { return r.engines_.send.limit(); },
        [](R& r, Word v, const Instant& by) { r.start_send(v, true, by); }, never}},
      {regs::Sa::kOffset,
       {[](const R& r, const Moved&, Time) -> Word { return r.engines_.send.alignment; },
        [](R& r, Word v, const Instant&) { r.engines_.send.alignment = v & 3; }, send_idle}},
      {regs::Sb::kOffset, {kSb, refuse, never}},
      {regs::Sh::kOffset, {kSh, refuse, never}},
      {regs::Sw::kOffset, {kSw, refuse, never}},
      {regs::St::kOffset, {kSt, refuse, never}},
      {regs::Myrinet::kOffset,
       {remembered<regs::Myrinet::kOffset>,
        [](R& r, Word v, const Instant& by) {
          r.engines_.send.crc_enable = r.engines_.receive.crc_enable =
              v & regs::Myrinet::kCrcEnableMask;
          remember<regs::Myrinet::kOffset>(r, v, by);
        },
        never}},
      {ipt_regs::TokenAt::kOffset,
       {[](const R& r, const Moved&, Time) -> Word { return r.engines_.ipt.token_at(); },
        [](R& r, Word v, const Instant&) { r.engines_.ipt.set_token_at(v); }, never}},
      {ipt_regs::Take::kOffset,
       {nothing, [](R& r, Word, const Instant& by) { r.take_payload_token(by); }, never}},
      {ipt_regs::Hit::kOffset,
       {[](const R& r, const Moved&, Time) -> Word { return r.engines_.ipt.hit() ? 1 : 0; }, ignore,
        never}},
      {ipt_regs::Address::kOffset,
       {[](const R& r, const Moved&, Time) -> Word { return r.engines_.ipt.address(); }, ignore,
        never}},
      {ipt_regs::Length::kOffset,
       {[](const R& r, const Moved&, Time) -> Word { return r.engines_.ipt.length(); }, ignore,
        never}},
      {ipt_regs::Restore::kOffset,
       {nothing, [](R& r, Word v, const Instant&) { r.engines_.ipt.restore(v); }, never}},
  };
  std::array<Row, kRows> rows = remembering(std::make_index_sequence<kRows>());
  for (const Known& each : known) rows[each.offset / 4] = each.row;
  return rows;
}

const SpecialRegisters::Row& SpecialRegisters::row(std::uint32_t offset) {
  static const std::array<Row, kRows> kAll = Rows::make();
  return kAll[offset / 4];
}

bool SpecialRegisters::remembers(std::uint32_t offset) {
  static const std::array<Row, kRows> kRemembering =
      Rows::remembering(std::make_index_sequence<kRows>());
  return row(offset).read == kRemembering[offset / 4].read;
}

std::uint32_t SpecialRegisters::status(const Moved& moved) const {
  const bool waits = engines_.receive.buffer.waiting() + moved.arrived > moved.receive;
  std::uint32_t bits = status_bits_;
  if (waits) bits |= kWordsWait;
  if (engines_.send.ready()) bits |= regs::Isr::kSendRdyMask;
  if (engines_.host.done()) bits |= regs::Isr::kDmaMask;
  if (engines_.send.done()) bits |= regs::Isr::kSendMask;
  if (engines_.receive.buffer_full()) bits |= regs::Isr::kBuffMask;
  if (engines_.receive.received())
    bits |= regs::Isr::kRecvMask | engines_.receive.overrun() << regs::Isr::kOrunShift;
  return bits;
}

bool SpecialRegisters::words_interrupt() const {
  return (latched_[regs::Eimr::kOffset / 4] & kWordsWait) != 0;
}

void SpecialRegisters::write_status(std::uint32_t value, bool by_host) {
  status_bits_ &= ~(value & kClearedByWriting);
  const std::uint32_t sets = by_host ? kHostSignals : regs::Isr::kHostSigMask;
  const std::uint32_t clears = by_host ? regs::Isr::kHostSigMask : kHostSignals;
  status_bits_ = (status_bits_ & ~(value & clears)) | (value & sets);
}

std::uint32_t SpecialRegisters::read(std::uint32_t offset, const Moved& moved, Time t) const {
  return row(offset).read(*this, moved, t);
}

void SpecialRegisters::check_read(std::uint32_t offset, const Instant& by) const {
  if (offset == regs::Rb::kOffset || offset == regs::Rh::kOffset || offset == regs::Rw::kOffset)
    firmware_.fault(
        by, {"taking bytes straight from the packet interface is not modelled",
             "packets that the receive DMA stores", "set RMP and RML, and read the bytes in SRAM"});
}

bool SpecialRegisters::tells_time(std::uint32_t offset) {
  return offset == regs::Rtc::kOffset || offset == regs::It::kOffset;
}

bool SpecialRegisters::prepares(std::uint32_t offset) const {
  return row(offset).prepares(engines_);
}

void SpecialRegisters::write(std::uint32_t offset, std::uint32_t value, const Instant& by) {
  row(offset).write(*this, value, by);
  update_interrupt(by.t);
}

void SpecialRegisters::tick_timers(Time t) {
  if (timers_.expired(t)) status_bits_ |= regs::Isr::kTimeMask;
}

void SpecialRegisters::move_interrupt(Time t) {
  const bool level = interrupts_enabled() && (status({}) & latched_[regs::Eimr::kOffset / 4]) != 0;
  if (level == interrupt_) return;
  interrupt_ = level;
  on_interrupt(level, t + engines_.rules.clock);
}

void SpecialRegisters::require_host_idle(const Instant& by) const {
  if (engines_.host.busy())
    firmware_.fault(
        by, {"EAR, LAR or DMA_DIR is written while a host DMA is under way",
             "to set up the next one when DMA is set in ISR", "wait for it before the store"});
}

void SpecialRegisters::start_host_dma(std::uint32_t bytes, const Instant& by) {
  const HostDma& host = engines_.host;
  if (host.busy())
    firmware_.fault(by, {"a host DMA is started while one is under way", "one at a time",
                         "wait for DMA in ISR before the store to DMA_CTR"});
  if (bytes % 4 != 0 || host.host_address % 4 != 0)
    firmware_.fault(
        by, {fmt::format("a host DMA of {} B at host address {:#x}", bytes, host.host_address),
             "whole words at multiples of 4", "round address and length"});
  if (std::uint64_t{host.sram_address} + bytes > memory_)
    firmware_.fault_at(by, host.sram_address,
                       fmt::format("a host DMA of {} B leaves the SRAM", bytes),
                       "look at LAR and DMA_CTR");
  engines_.host.start(by.t, bytes);
}

void SpecialRegisters::start_send(std::uint32_t limit, bool tail, const Instant& by) {
  SendDma& send = engines_.send;
  if (send.active())
    firmware_.fault(by, {"a send is started while one is under way", "one at a time",
                         "wait for SEND in ISR before the store to SML or SMLT"});
  if ((limit & ~3u) < send.pointer || (limit | 3u) >= memory_)
    firmware_.fault_at(by, limit, "a send whose limit lies before its start or outside the SRAM",
                       "look at SMP and the limit", fmt::format("from SMP, {:#x},", send.pointer));
  firmware_.check_send(by);
  send.start(limit, tail);
}

void SpecialRegisters::move_receive(std::uint32_t value, const Instant& by) {
  ReceiveDma& receive = engines_.receive;
  if (receive.armed() && (value & ~3u) > receive.pointer)
    firmware_.fault(
        by,
        {fmt::format("the receive pointer is moved on to {:#x} while the receive DMA stores words",
                     value),
         "to move it back, or when RECV or BUFF is set in ISR", "wait for one of these"});
  receive.pointer = value & ~3u;
}

/// Room that the engine has been given is not taken back: how long a sender need not be stopped
/// depends on it.
void SpecialRegisters::arm_receive(std::uint32_t limit, const Instant& by) {
  ReceiveDma& receive = engines_.receive;
  if ((limit & ~3u) < receive.pointer || (limit | 3u) >= memory_)
    firmware_.fault_at(by, limit, "a receive whose limit lies before its start or outside the SRAM",
                       "look at RMP and the limit",
                       fmt::format("from RMP, {:#x},", receive.pointer));
  if (receive.armed() && (limit & ~3u) < receive.limit())
    firmware_.fault(
        by,
        {fmt::format("the receive limit is moved back to {:#x} while the receive DMA stores words",
                     limit),
         fmt::format("{:#x} and above", receive.limit()), "wait for RECV or BUFF in ISR first"});
  receive.arm(limit);
}

void SpecialRegisters::take_payload_token(const Instant& by) {
  if (!engines_.ipt.has_token())
    firmware_.fault(by, {"TAKE is written before the token of a packet has come",
                         "a packet whose word at TOKEN_AT the receive DMA has stored",
                         "wait until RMP has passed that word"});
  engines_.ipt.take();
}

std::uint32_t SpecialRegisters::board_read(std::uint32_t offset, Time t) const {
  if (offset - board::kRegisterOffset < board::kRegisterSpace)
    return read(special_offset(offset), {}, t);
  if (offset == board::Control::kOffset) return control_;
  if (offset - ipt_regs::kTableOffset < ipt_regs::kTableSpace)
    return engines_.ipt.host_read(offset - ipt_regs::kTableOffset);
  const std::uint32_t at = offset - board::kEepromOffset;
  if (at >= board::kEepromSpace) return 0;
  std::uint32_t word = 0;
  for (std::uint32_t i = 0; i < 4; ++i) word = word << 8 | eeprom_[(at + i) % eeprom_.size()];
  return word;
}

SpecialRegisters::Reset SpecialRegisters::board_write(std::uint32_t offset, std::uint32_t value,
                                                      const Instant& at) {
  if (offset == board::Control::kOffset) return control_written(value);
  if (offset - ipt_regs::kTableOffset < ipt_regs::kTableSpace)
    engines_.ipt.host_write(offset - ipt_regs::kTableOffset, value);
  if (offset - board::kRegisterOffset >= board::kRegisterSpace) return Reset::kNone;
  if (special_offset(offset) == regs::Isr::kOffset) {
    write_status(value, true);
    update_interrupt(at.t);
  } else {
    write(special_offset(offset), value, at);
  }
  return Reset::kNone;
}

SpecialRegisters::Reset SpecialRegisters::control_written(std::uint32_t value) {
  Reset reset = Reset::kNone;
  if (value & board::Control::kResetOnMask) {
    reset = Reset::kBegins;
    held_ = true;
    engines_.reset();
    timers_.reset();
    latched_.fill(0);
    status_bits_ = 0;
  } else if (value & board::Control::kResetOffMask && held_) {
    reset = Reset::kEnds;
    held_ = false;
  }
  if (value & board::Control::kWakeOnMask) status_bits_ |= regs::Isr::kWakeMask;
  const std::uint32_t pairs[] = {
      board::Control::kResetOnMask | board::Control::kResetOffMask,
      board::Control::kInterruptEnableMask | board::Control::kInterruptDisableMask};
  for (const std::uint32_t pair : pairs)
    if (value & pair) control_ = (control_ & ~pair) | (value & pair);
  return reset;
}

}  // namespace flybar::lanai
