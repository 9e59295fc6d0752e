#include "testbenches/cosim/traffic.h"

#include <algorithm>

#include "models/lanai/ipt/generated/ipt_regs.hpp"
#include "models/lanai/registers/generated/board_regs.hpp"
#include "models/lanai/registers/generated/lanai_regs.hpp"
#include "testbenches/lanai/random_program.h"

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
  p.host_dma_start = Cycles(between(0, 12));
  p.host_dma_burst = Bytes(4 * between(16, 1024));
  p.stop_mark = Bytes(4 * between(4, between(0, 3) == 0 ? 190 : 40));
  p.timer_tick = Time::ns(between(15, 15 << between(0, 6)));  // up to two in a clock
  p.go_mark = Bytes(4 * between(2, p.stop_mark.count / 4 - 1));
  return p;
}

Traffic::Traffic(std::uint32_t seed, const lanai::ChipParams& params, Executor& chip)
    : random_(seed),
      clock_(params.clock),
      tick_(params.timer_tick),
      chip_(chip),
      next_tick_(params.timer_tick) {
  load(seed);
  write(board::Control::kOffset,
        board::Control::kResetOffMask | board::Control::kInterruptEnableMask);
}

void Traffic::load(std::uint32_t seed) {
  constexpr std::size_t kInstructions = 3000;
  const lanai::RandomProgram program(seed, kInstructions);
  std::uint32_t at = 0;
  for (const std::uint32_t word : program.code()) chip_.set_sram_word(at++, word);
  for (std::uint32_t address = lanai::RandomProgram::kData; address < kReceiveArea + kArea;
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
  host_dma();
  host_port();
  chip_.clock(in_);
  const Outputs& out = chip_.out();
  if (out.hdma_moved) data_is_due_ = false;
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
  constexpr std::uint32_t kRoom = 200;
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
  if (!data_is_due_ && out.hdma_req && one_in(static_cast<std::uint32_t>(lazy_) + 1)) {
    data_is_due_ = true;
    in_.hdma_rdata = any();
  }
  in_.hdma_due = data_is_due_;
}

void Traffic::host_port() {
  if (in_.pio_valid || --pause_ > 0) return;
  pause_ = static_cast<int>(below(24));
  if (!plan_.empty()) {
    const auto [offset, value] = plan_.back();
    plan_.pop_back();
    return write_register(offset, value);
  }
  next_access();
}

void Traffic::next_access() {
  static constexpr std::uint32_t kRead[] = {
      regs::Isr::kOffset, regs::Rtc::kOffset,    regs::It::kOffset,  regs::Ear::kOffset,
      regs::Lar::kOffset, regs::DmaCtr::kOffset, regs::Rmp::kOffset, regs::Rml::kOffset,
      regs::Smp::kOffset, regs::Sml::kOffset,    regs::Sa::kOffset,  regs::Myrinet::kOffset};
  switch (below(13)) {
    case 12:
      return payload_table();
    case 0:
      return read(kReceiveArea + 4 * below(kArea / 4));
    case 1:
      return write(kSendArea + 4 * below(kArea / 4), any());
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

/// Tokens are few, so that some of them are valid. Each packet begins with one: TAKE is no fault
/// after the first.
void Traffic::payload_table() {
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
  return below(2) << 31 | below(4);
}

/// Plans the registers of an engine that stands still.
bool Traffic::start_engine() {
  const Insight chip = chip_.insight();
  const std::uint32_t from = 4 * below(kArea / 8);
  const std::uint32_t words = 1 + below(one_in(3) ? 1000 : 24);
  const std::uint32_t last = from + 4 * (words - 1);
  switch (below(3)) {
    case 0:
      if (chip_.out().hdma_left > 0) return false;
      plan_ = {{regs::DmaCtr::kOffset, one_in(20) ? 0 : 4 * words},
               {regs::DmaDir::kOffset, any()},
               {regs::Lar::kOffset, kHostArea + from},
               {regs::Ear::kOffset, any() & ~3u}};
      return true;
    case 1:
      if (chip.armed) return false;
      plan_ = {{regs::Rml::kOffset, kReceiveArea + last},
               {regs::Rmp::kOffset, kReceiveArea + from}};
      return true;
    default:
      if (chip.send_active) return false;
      plan_ = {{one_in(3) ? regs::Sml::kOffset : regs::Smlt::kOffset, kSendArea + last},
               {regs::Smp::kOffset, kSendArea + from}};
      if (one_in(2)) plan_.insert(plan_.begin() + 1, {regs::Sa::kOffset, any()});
      return true;
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
void Traffic::write_register(std::uint32_t offset, std::uint32_t value) {
  write(board::kRegisterOffset + offset, value);
}

}  // namespace flybar::rtl
