#include "testbenches/tests/agree/cosim/traffic.h"

#include <algorithm>

#include "models/layouts/generated/board_regs.hpp"
#include "models/layouts/generated/ipt_regs.hpp"
#include "models/layouts/generated/lanai_regs.hpp"

namespace flybar::rtl {

namespace regs = lanai::regs;
namespace board = lanai::board;
namespace ipt = lanai::ipt_regs;

lanai::ChipParams draw_params(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto between = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(high - low + 1));
  };
  lanai::ChipParams p;
  p.arbitration = static_cast<lanai::Arbitration>(between(0, 3));
  p.accesses_per_clock = between(0, 3) == 0 ? 1 : 2;
  p.link_words = between(1, 2);
  p.send_fifo = between(2, 32);
  p.send_start = between(1, p.send_fifo);
  p.host_dma_start = Cycles(between(0, between(0, 3) == 0 ? 60 : 12));
  p.host_dma_burst = Bytes(4 * between(16, between(0, 3) == 0 ? 16384 : 1024));
  p.stop_mark = Bytes(4 * between(4, between(0, 3) == 0 ? 240 : 40));
  p.timer_tick = Time::ns(between(15, 15 << between(0, 6)));  // up to two in a clock
  p.go_mark = Bytes(4 * between(2, p.stop_mark.count / 4 - 1));
  const std::int64_t sizes[] = {256 * 1024, 1024 * 1024, 4 * between(64 * 1024, 256 * 1024)};
  p.sram = Bytes(sizes[between(0, 7) < 6 ? 0 : between(1, 2)]);
  return p;
}

Traffic::Traffic(std::uint32_t seed, const lanai::ChipParams& params, Executor& chip)
    : random_(seed),
      clock_(params.clock),
      tick_(params.timer_tick),
      chip_(chip),
      sram_offset_(params.sram.count > board::kSramSpace ? board::kSram1mbOffset
                                                         : board::kSramOffset),
      areas_((static_cast<std::uint32_t>(params.sram.count) - kAreas) & ~3u),
      touches_(seed % 8 == 5   ? lanai::Touches::kPayloadTable
               : seed % 8 == 6 ? lanai::Touches::kCode
               : seed % 4 == 0 ? lanai::Touches::kMemory
               : seed % 4 == 3 ? lanai::Touches::kEngines
                               : lanai::Touches::kSpecialRegisters),
      moves_token_(seed % 8 == 4),
      next_tick_(params.timer_tick) {
  load(seed);
  pause_ = 2;  // the processor reads its first word in the last clock of the reset
  plan_.emplace_back(board::Control::kOffset,
                     board::Control::kResetOffMask | board::Control::kInterruptEnableMask);
}

void Traffic::load(std::uint32_t seed) {
  constexpr std::size_t kInstructions = 3000;
  const lanai::RandomProgram program(seed, kInstructions, touches_);
  std::uint32_t at = 0;
  for (const std::uint32_t word : program.code()) chip_.set_sram_word(at++, word);
  open_halves_ = program.open_halves();
  keys_[0] = one_in(2) ? 0 : any() & 0xFFFFFF00;
  keys_[1] = keys_[0] ^ (1u << (one_in(2) ? 31 : 8 + below(24)));
  for (std::uint32_t address = lanai::RandomProgram::kData; address < kAreas + kFilled;
       address += 4)
    chip_.set_sram_word(address / 4, any());
}

std::int64_t Traffic::run(std::int64_t clocks) {
  std::int64_t done = 0;
  for (; done < clocks && chip_.out().fault == 0; ++done) {
    constexpr int kMood = 512;
    if (one_in(kMood)) lazy_ = 1 << below(5);
    clock();
  }
  return done;
}

void Traffic::clock() {
  for (in_.tick = 0; next_tick_ <= now_; next_tick_ += tick_) ++in_.tick;
  now_ += clock_;
  link_out();
  link_in();
  host_port();
  host_dma();
  chip_.clock(in_);
  const Outputs& out = chip_.out();
  if (out.hdma_moved || !out.hdma_req) data_is_due_ = false;
  if (out.flow_stop || out.flow_go) stopped_ = out.flow_stop;
  if (out.pio_done) in_.pio_valid = false;
  received_ = received_ || out.grant_receive > 0;
}

/// The link is now quick, now slow, or stopped.
void Traffic::link_out() {
  const std::uint32_t offer = chip_.out().link_offer;
  in_.link_take = offer > 0 && one_in(static_cast<std::uint32_t>(lazy_))
                      ? static_cast<std::uint8_t>(below(offer + 1))
                      : std::uint8_t{0};
}

void Traffic::link_in() {
  constexpr std::uint32_t kRoom = 250;
  in_.link_in_count = 0;
  const bool comes = !stopped_ || one_in(32);  // what is still under way
  if (!comes || !one_in(static_cast<std::uint32_t>(lazy_))) return;
  if (chip_.insight().receive_waiting > kRoom) return;
  for (std::uint32_t n = below(kLinkSlots + 1); n > 0; --n) {
    const bool head = packet_words_ == 0;
    if (head) packet_words_ = 1 + below(one_in(4) ? 400 : 12);
    const bool tail = --packet_words_ == 0;
    in_.link_in[in_.link_in_count++] =
        arrived_word(head ? token() : any(), tail ? 1 + below(4) : 4, tail);
    if (tail) break;
  }
}

void Traffic::host_dma() {
  const Outputs& out = chip_.out();
  const bool resets = in_.pio_valid && in_.pio_write &&
                      in_.pio_address == board::Control::kOffset &&
                      (in_.pio_wdata & board::Control::kResetOnMask) != 0;
  if (resets) data_is_due_ = false;
  if (!resets && !data_is_due_ && out.hdma_req && one_in(static_cast<std::uint32_t>(lazy_) + 1)) {
    data_is_due_ = true;
    in_.hdma_rdata = any();
  }
  in_.hdma_due = data_is_due_;
}

void Traffic::host_port() {
  if (in_.pio_valid || --pause_ > 0) return;
  if (!plan_.empty()) {
    const auto [offset, value] = plan_.front();
    plan_.pop_front();
    pause_ = static_cast<int>(below(in_a_row_ ? 2 : 24));
    return write(offset, value);
  }
  in_a_row_ = false;
  pause_ = static_cast<int>(below(24));
  next_access();
}

void Traffic::next_access() {
  static constexpr std::uint32_t kRead[] = {
      regs::Isr::kOffset, regs::Rtc::kOffset,    regs::It::kOffset,     regs::Ear::kOffset,
      regs::Lar::kOffset, regs::DmaCtr::kOffset, regs::Rmp::kOffset,    regs::Rml::kOffset,
      regs::Smp::kOffset, regs::Sml::kOffset,    regs::Sa::kOffset,     regs::Myrinet::kOffset,
      regs::Led::kOffset, regs::Cks::kOffset,    regs::Timeout::kOffset};
  if ((moves_token_ || touches_ == lanai::Touches::kPayloadTable) && one_in(2))
    return payload_table();
  if (touches_ == lanai::Touches::kCode && one_in(2)) return code();
  switch (below(20)) {
    case 16:
    case 17:
    case 18:
      return receive_near();
    case 19:
      return send_near();
    case 12:
      return payload_table();
    case 13:
      return one_in(40) ? control() : move_pointer();
    case 14:
      return one_in(2) ? words_in_a_row() : read(sram_offset_ + near_program(4));
    case 15:
      return write(board::Control::kOffset, one_in(2)   ? board::Control::kWakeOnMask
                                            : one_in(2) ? board::Control::kInterruptEnableMask
                                                        : board::Control::kInterruptDisableMask);
    case 0:
      return read(sram_offset_ + in_areas(4));
    case 1:
      return write(sram_offset_ + in_areas(4), any());
    case 2:
      return read(board::kRegisterOffset + kRead[below(std::size(kRead))]);
    case 3:
      return write_register(regs::It::kOffset, below(64));
    case 4:
      return write_register(regs::Eimr::kOffset, any());
    case 5:
      return write_register(regs::Isr::kOffset, any());
    case 6:
      return one_in(4) ? write_register(regs::DmaSts::kOffset, below(16))
                       : write_register(regs::Myrinet::kOffset, below(4));
    case 7:
      return one_in(8) ? write_register(regs::Rtc::kOffset, any())
                       : read(board::kEepromOffset + 4 * below(32));
    default:
      if (start_engine()) return host_port();
  }
}

/// The address of a word that the program often uses: one at most `words` words before or behind
/// the middle of its data.
std::uint32_t Traffic::near_program(std::uint32_t words) {
  return lanai::RandomProgram::kMiddle + 4 * below(2 * words + 1) - 4 * words;
}

/// An address behind all that the program uses, with room for so many bytes.
std::uint32_t Traffic::in_areas(std::uint32_t bytes) {
  return kAreas + 4 * below((areas_ - bytes) / 4 + 1);
}

/// Into words or registers that the program uses, or wakes it, nearly in each clock.
void Traffic::words_in_a_row() {
  static constexpr std::uint32_t kOften[] = {regs::Rtc::kOffset, regs::It::kOffset,
                                             regs::Isr::kOffset, regs::Eimr::kOffset,
                                             regs::Led::kOffset};
  in_a_row_ = true;
  const std::uint32_t what = below(3);
  for (int n = 0; n < 32; ++n) {
    if (what == 0)
      plan_.emplace_back(sram_offset_ + near_program(2), any());
    else if (what == 1)
      plan(kOften[below(std::size(kOften))], any());
    else
      plan_.emplace_back(board::Control::kOffset, board::Control::kWakeOnMask);
  }
}

/// Arms the receive DMA for a few words that the program uses.
void Traffic::receive_near() {
  if (chip_.insight().armed) return words_in_a_row();
  in_a_row_ = true;
  const std::uint32_t from = near_program(4);
  plan(regs::Rmp::kOffset, from);
  plan(regs::Rml::kOffset, from + kNearBytes - 4);
}

/// Sends what is just received, or stored by the host meanwhile.
void Traffic::send_near() {
  const Insight chip = chip_.insight();
  if (chip.send_active || touches_ == lanai::Touches::kEngines) return;
  in_a_row_ = true;
  const std::uint32_t from = chip.armed && one_in(2) ? chip.rmp : near_program(2);
  plan(regs::Smp::kOffset, from);
  plan(regs::Smlt::kOffset, from + kNearBytes - 4);
  for (std::uint32_t at = 0; at < kNearBytes; at += 4)
    plan_.emplace_back(sram_offset_ + from + at, any());
}

/// Resets the running chip, and lets the program begin anew. The first write may have both bits,
/// reset on and reset off.
void Traffic::control() {
  plan_ = {{board::Control::kOffset, board::Control::kResetOffMask}};
  received_ = false;
  write(board::Control::kOffset, board::Control::kResetOnMask |
                                     (one_in(2) ? board::Control::kResetOffMask : 0) |
                                     (one_in(2) ? board::Control::kWakeOnMask : 0));
}

/// Moves the pointer of an engine that is at work: that of a send anywhere, that of a receive back.
void Traffic::move_pointer() {
  const Insight chip = chip_.insight();
  if (chip.send_active && one_in(2))
    return write_register(regs::Smp::kOffset,
                          one_in(8) ? in_areas(kSendMost) : chip.smp - 4 * below(3));
  if (chip.armed)
    return write_register(regs::Rmp::kOffset, std::max(chip.rmp - 4 * below(3), kLowest));
}

/// Writes another constant into an instruction to which the program comes soon.
void Traffic::code() {
  const auto at = std::ranges::lower_bound(open_halves_, chip_.insight().pc);
  if (open_halves_.end() - at < 2) return;
  const std::uint32_t address = at[below(2)];
  write(sram_offset_ + address, (chip_.sram_word(address / 4) & 0xFFFF0000) | (any() & 0xFFFF));
}

/// Tokens are few, so that some of them are valid. Each packet begins with one: TAKE is no fault
/// after the first.
void Traffic::payload_table() {
  constexpr std::uint32_t kFirstWords = 4;
  if (moves_token_ && one_in(2))
    return write_register(ipt::TokenAt::kOffset, 4 * below(kFirstWords));
  switch (below(6)) {
    case 0:
      return read(ipt::kTableOffset + 4 * below(16));
    case 1:
      return write_register(ipt::Restore::kOffset, token());
    case 2:
      return received_ ? write_register(ipt::Take::kOffset, any())
                       : read(ipt::kTableOffset + ipt::kTableSpace - 4);
    case 3:
      return read(board::kRegisterOffset + ipt::TokenAt::kOffset + 4 * below(6));
    default:
      const std::uint32_t entry = token();
      return write(ipt::kTableOffset + entry % 4 * ipt::Entry::kSize + 4 * below(4), entry);
  }
}
std::uint32_t Traffic::token() {
  return keys_[below(2)] | below(4);
}

/// Plans the registers of an engine that stands still, one time in two at words that the program
/// uses. It leaves host DMA and send DMA to a program that starts engines.
bool Traffic::start_engine() {
  const Insight chip = chip_.insight();
  const bool meets = one_in(2), leaves = touches_ == lanai::Touches::kEngines;
  const std::uint32_t words = 1 + below(meets ? 8 : one_in(3) ? 1000 : 24);
  const auto area = [&] { return meets ? near_program(6) : in_areas(4 * words); };
  switch (below(3)) {
    case 0:
      if (chip_.out().hdma_left > 0 || leaves) return false;
      plan(regs::Ear::kOffset, any() & ~3u);
      plan(regs::Lar::kOffset, area());
      plan(regs::DmaDir::kOffset, any());
      plan(regs::DmaCtr::kOffset, one_in(20) ? 0 : 4 * words);
      return true;
    case 1: {
      if (chip.armed) return false;
      const std::uint32_t from = area();
      plan(regs::Rmp::kOffset, from);
      plan(regs::Rml::kOffset, from + 4 * (words - 1));
      return true;
    }
    default: {
      if (chip.send_active || leaves) return false;
      const std::uint32_t from = area();
      plan(regs::Smp::kOffset, from);
      if (one_in(2)) plan(regs::Sa::kOffset, any());
      plan(one_in(3) ? regs::Sml::kOffset : regs::Smlt::kOffset, from + 4 * (words - 1));
      return true;
    }
  }
}

void Traffic::read(std::uint32_t offset) {
  in_.pio_valid = true;
  in_.pio_write = false;
  in_.pio_address = offset;
}
void Traffic::write(std::uint32_t offset, std::uint32_t value) {
  read(offset);
  in_.pio_write = true;
  in_.pio_wdata = value;
}
void Traffic::plan(std::uint32_t offset, std::uint32_t value) {
  plan_.emplace_back(board::kRegisterOffset + offset, value);
}
void Traffic::write_register(std::uint32_t offset, std::uint32_t value) {
  write(board::kRegisterOffset + offset, value);
}

}  // namespace flybar::rtl
