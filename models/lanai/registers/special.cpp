/// Special registers as the processor and the host see them.
#include <fmt/format.h>

#include "models/lanai/board/chip.h"
#include "models/lanai/registers/generated/board_regs.hpp"
#include "models/lanai/registers/generated/lanai_regs.hpp"

namespace flybar::lanai {

namespace {
/// ISR bits that a write of 1 clears, whoever writes.
constexpr std::uint32_t kClearedByWriting =
    regs::Isr::kDbgMask | regs::Isr::kLinkMask | regs::Isr::kNresMask | regs::Isr::kWakeMask |
    regs::Isr::kTailMask | regs::Isr::kWdogMask | regs::Isr::kTimeMask;
constexpr std::uint32_t kHostSignals = regs::Isr::kLan7SigMask | regs::Isr::kLan6SigMask |
                                       regs::Isr::kLan5SigMask | regs::Isr::kLan4SigMask |
                                       regs::Isr::kLan3SigMask | regs::Isr::kLan2SigMask |
                                       regs::Isr::kLan1SigMask | regs::Isr::kLan0SigMask;

bool directs_host_dma(std::uint32_t offset) {
  return offset == regs::Ear::kOffset || offset == regs::Lar::kOffset ||
         offset == regs::DmaDir::kOffset;
}
}  // namespace

std::uint32_t Chip::status(const Record& record) const {
  const bool waits = engines_.receive.buffer.waiting() + record.arrived > record.receive;
  std::uint32_t bits = status_bits_;
  if (waits) bits |= regs::Isr::kWordRdyMask | regs::Isr::kHalfRdyMask | regs::Isr::kByteRdyMask;
  if (engines_.send.ready()) bits |= regs::Isr::kSendRdyMask;
  if (engines_.host.done()) bits |= regs::Isr::kDmaMask;
  if (engines_.send.done()) bits |= regs::Isr::kSendMask;
  if (engines_.receive.buffer_full()) bits |= regs::Isr::kBuffMask;
  if (engines_.receive.received())
    bits |= regs::Isr::kRecvMask | engines_.receive.overrun() << regs::Isr::kOrunShift;
  return bits;
}

void Chip::write_status(std::uint32_t value, bool by_host) {
  status_bits_ &= ~(value & kClearedByWriting);
  const std::uint32_t sets = by_host ? kHostSignals : regs::Isr::kHostSigMask;
  const std::uint32_t clears = by_host ? regs::Isr::kHostSigMask : kHostSignals;
  status_bits_ = (status_bits_ & ~(value & clears)) | (value & sets);
}

std::uint32_t Chip::read_register(std::uint32_t offset, const Record& record, Time t) const {
  switch (offset) {
    case regs::Isr::kOffset:
      return status(record);
    case regs::It::kOffset:
      return timers_.interval(t);
    case regs::Rtc::kOffset:
      return timers_.real_time(t);
    case regs::Ear::kOffset:
      return engines_.host.host_address + 4u * record.host;
    case regs::Lar::kOffset:
      return engines_.host.sram_address + 4u * record.host;
    case regs::DmaCtr::kOffset:
      return engines_.host.bytes_left() - 4u * record.host;
    case regs::DmaDir::kOffset:
      return engines_.host.to_sram ? 1 : 0;
    case regs::DmaSts::kOffset:
      return engines_.host.burst_enables;
    case regs::Rmp::kOffset:
      return engines_.receive.pointer + 4u * record.receive;
    case regs::Rml::kOffset:
      return engines_.receive.limit();
    case regs::Smp::kOffset:
      return engines_.send.pointer + 4u * record.send;
    case regs::Sml::kOffset:
    case regs::Smlt::kOffset:
      return engines_.send.limit();
    case regs::Sa::kOffset:
      return engines_.send.alignment;
    default:
      return latched_[offset / 4];
  }
}

std::uint32_t Chip::special(std::uint32_t offset) const {
  return read_register(offset, Record(), now_);
}

std::uint32_t Chip::read_special(std::uint32_t address, int clock, std::uint32_t pc) {
  const std::uint32_t offset = special_offset(address);
  const Time t = begin_of(clock);
  if (offset == regs::Rb::kOffset || offset == regs::Rh::kOffset || offset == regs::Rw::kOffset)
    fault(pc, t,
          {"taking bytes straight from the packet interface is not modelled",
           "packets that the receive DMA stores", "set RMP and RML, and read the bytes in SRAM"});
  // A loop that looks at the time is different in every lap.
  if (offset == regs::Rtc::kOffset || offset == regs::It::kOffset) idle_.abort();
  return read_register(offset, record(clock), t);
}

bool Chip::write_special(std::uint32_t address, std::uint32_t value, int clock, std::uint32_t pc) {
  engines_rest_until_ = Time();
  idle_.abort();
  const std::uint32_t offset = special_offset(address);
  const Time t = begin_of(clock);
  switch (offset) {  // what only prepares an engine that stands still changes nothing yet
    case regs::Ear::kOffset:
    case regs::Lar::kOffset:
    case regs::DmaDir::kOffset:
      if (!engines_.host.busy()) return write_register(offset, value, pc, t), false;
      break;
    case regs::Smp::kOffset:
    case regs::Sa::kOffset:
      if (engines_.send.idle()) return write_register(offset, value, pc, t), false;
      break;
    case regs::Rmp::kOffset:
      if (!engines_.receive.armed()) return write_register(offset, value, pc, t), false;
      break;
    default:
      break;
  }
  settle(clock + 1);
  write_register(offset, value, pc, t);
  return true;
}

void Chip::write_register(std::uint32_t offset, std::uint32_t value, std::uint32_t pc, Time t) {
  if (engines_.host.busy() && directs_host_dma(offset))
    fault(pc, t,
          {"EAR, LAR or DMA_DIR is written while a host DMA is under way",
           "to set up the next one when DMA is set in ISR", "wait for it before the store"});
  switch (offset) {
    case regs::Isr::kOffset:
      write_status(value, false);
      break;
    case regs::It::kOffset:
      timers_.set_interval(t, value);
      break;
    case regs::Rtc::kOffset:
      timers_.set_real_time(t, value);
      break;
    case regs::Ear::kOffset:
      engines_.host.host_address = value;
      break;
    case regs::Lar::kOffset:
      engines_.host.sram_address = value & ~3u;
      break;
    case regs::DmaCtr::kOffset:
      start_host_dma(value, pc, t);
      break;
    case regs::DmaDir::kOffset:
      engines_.host.to_sram = value & 1;
      break;
    case regs::DmaSts::kOffset:
      engines_.host.burst_enables = value & 0xF;
      break;
    case regs::Rmp::kOffset:
      move_receive(value, pc, t);
      break;
    case regs::Rml::kOffset:
      arm_receive(value, pc, t);
      break;
    case regs::Smp::kOffset:
      engines_.send.pointer = value & ~3u;
      break;
    case regs::Sml::kOffset:
      start_send(value, false, pc, t);
      break;
    case regs::Smlt::kOffset:
      start_send(value, true, pc, t);
      break;
    case regs::Sa::kOffset:
      engines_.send.alignment = value & 3;
      break;
    case regs::Sb::kOffset:
    case regs::Sh::kOffset:
    case regs::Sw::kOffset:
    case regs::St::kOffset:
      fault(pc, t,
            {"pushing bytes straight into the packet interface is not modelled",
             "packets that the send DMA fetches", "put the bytes into SRAM, and set SMP and SMLT"});
    case regs::Myrinet::kOffset:
      engines_.send.crc_enable = engines_.receive.crc_enable =
          value & regs::Myrinet::kCrcEnableMask;
      [[fallthrough]];
    default:
      latched_[offset / 4] = value;
      break;
  }
  update_interrupt(t);
}

void Chip::start_host_dma(std::uint32_t bytes, std::uint32_t pc, Time t) {
  if (engines_.host.busy())
    fault(pc, t,
          {"a host DMA is started while one is under way", "one at a time",
           "wait for DMA in ISR before the store to DMA_CTR"});
  if (bytes % 4 != 0 || engines_.host.host_address % 4 != 0)
    fault(
        pc, t,
        {fmt::format("a host DMA of {} B at host address {:#x}", bytes, engines_.host.host_address),
         "whole words at multiples of 4", "round address and length"});
  if (std::uint64_t{engines_.host.sram_address} + bytes > sram_.size())
    fault_at(pc, t, engines_.host.sram_address,
             fmt::format("a host DMA of {} B leaves the SRAM", bytes), "look at LAR and DMA_CTR");
  engines_.host.start(t, bytes);
}

void Chip::start_send(std::uint32_t limit, bool tail, std::uint32_t pc, Time t) {
  if (engines_.send.active())
    fault(pc, t,
          {"a send is started while one is under way", "one at a time",
           "wait for SEND in ISR before the store to SML or SMLT"});
  if ((limit & ~3u) < engines_.send.pointer || (limit | 3u) >= sram_.size())
    fault_at(pc, t, limit, "a send whose limit lies before its start or outside the SRAM",
             "look at SMP and the limit", fmt::format("from SMP, {:#x},", engines_.send.pointer));
  engines_.send.start(limit, tail);
}

void Chip::move_receive(std::uint32_t value, std::uint32_t pc, Time t) {
  if (engines_.receive.armed() && (value & ~3u) > engines_.receive.pointer)
    fault(
        pc, t,
        {fmt::format("the receive pointer is moved on to {:#x} while the receive DMA stores words",
                     value),
         "to move it back, or when RECV or BUFF is set in ISR", "wait for one of these"});
  engines_.receive.pointer = value & ~3u;
}

/// Room that the engine has been given is not taken back: how long a sender need not be stopped
/// hangs on it.
void Chip::arm_receive(std::uint32_t limit, std::uint32_t pc, Time t) {
  if ((limit & ~3u) < engines_.receive.pointer || (limit | 3u) >= sram_.size())
    fault_at(pc, t, limit, "a receive whose limit lies before its start or outside the SRAM",
             "look at RMP and the limit",
             fmt::format("from RMP, {:#x},", engines_.receive.pointer));
  if (engines_.receive.armed() && (limit & ~3u) < engines_.receive.limit())
    fault(
        pc, t,
        {fmt::format("the receive limit is moved back to {:#x} while the receive DMA stores words",
                     limit),
         fmt::format("{:#x} and above", engines_.receive.limit()),
         "wait for RECV or BUFF in ISR first"});
  engines_.receive.arm(limit);
}

std::uint32_t Chip::board_read(std::uint32_t offset) const {
  if (offset - board::kRegisterOffset < board::kRegisterSpace)
    return read_register(special_offset(offset), Record(), now_);
  if (offset == board::Control::kOffset) return control_;
  const std::uint32_t at = offset - board::kEepromOffset;
  if (at >= board::kEepromSpace) return 0;
  std::uint32_t word = 0;
  for (std::uint32_t i = 0; i < 4; ++i) word = word << 8 | eeprom_[(at + i) % eeprom_.size()];
  return word;
}

void Chip::board_write(std::uint32_t offset, std::uint32_t value) {
  if (offset == board::Control::kOffset) return control_written(value);
  if (offset - board::kRegisterOffset >= board::kRegisterSpace) return;
  if (special_offset(offset) == regs::Isr::kOffset) {
    write_status(value, true);
    return update_interrupt(now_);
  }
  write_register(special_offset(offset), value, core_.place().pc, now_);
}

void Chip::control_written(std::uint32_t value) {
  if (value & board::Control::kResetOnMask) {
    halted_ = true;
    engines_.reset();
    timers_.reset();
    idle_.abort();
    latched_.fill(0);
    status_bits_ = 0;
  } else if (value & board::Control::kResetOffMask && halted_) {
    halted_ = false;
    core_.reset();
  }
  if (value & board::Control::kWakeOnMask) status_bits_ |= regs::Isr::kWakeMask;
  const std::uint32_t pairs[] = {
      board::Control::kResetOnMask | board::Control::kResetOffMask,
      board::Control::kInterruptEnableMask | board::Control::kInterruptDisableMask};
  for (const std::uint32_t pair : pairs)
    if (value & pair) control_ = (control_ & ~pair) | (value & pair);
}

}  // namespace flybar::lanai
