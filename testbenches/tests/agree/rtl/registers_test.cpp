/// Special registers, timers, the board's window and the interrupt, on the board's pins.
#include <gtest/gtest.h>

#include <array>
#include <tuple>

#include "models/layouts/generated/ipt_regs.hpp"
#include "testbenches/tests/agree/rtl/board_pins.h"
#include "testbenches/tests/agree/rtl/program.h"

namespace flybar::rtl {
namespace {

using namespace lanai;
using Isr = regs::Isr;

constexpr std::uint32_t kFromHost = Isr::kLan7SigMask | Isr::kLan6SigMask | Isr::kLan5SigMask |
                                    Isr::kLan4SigMask | Isr::kLan3SigMask | Isr::kLan2SigMask |
                                    Isr::kLan1SigMask | Isr::kLan0SigMask;
constexpr std::uint32_t kRemembered =
    kFromHost | Isr::kHostSigMask | Isr::kTimeMask | Isr::kWakeMask;

class RegistersRtl : public testing::Test {
 protected:
  std::uint32_t isr() { return board.monitored("isr"); }
  std::uint32_t remembered() { return isr() & kRemembered; }

  /// The processor runs `program` and stays behind it.
  void run(const Program& program, int clocks = 100) {
    program.put_into(board);
    board.start();
    for (int i = 0; i < clocks; ++i) board.clock();
  }
  void expect_all_0_but(std::uint32_t written);
  void tick(int ticks) {
    board.pins.tick_i = static_cast<std::uint8_t>(ticks);
    board.clock();
    board.pins.tick_i = 0;
  }
  /// Sets every bit of ISR that is remembered. The processor runs.
  void set_all() {
    Program program;
    program.store_special(regs::It::kOffset, 0);
    program.store_special(regs::Isr::kOffset, Isr::kHostSigMask);
    run(program);
    tick(1);
    board.host_write(board::Control::kOffset, board::Control::kWakeOnMask);
    board.set_register(Isr::kOffset, kFromHost);
    ASSERT_EQ(remembered(), kRemembered);
  }

  BoardPins board;
};

class IsrBit : public RegistersRtl, public testing::WithParamInterface<int> {};

TEST_P(IsrBit, WrittenByTheHostChangesNoOther) {
  set_all();
  if (HasFatalFailure()) return;
  const std::uint32_t bit = 1u << GetParam();
  const std::uint32_t clears = bit & (Isr::kHostSigMask | Isr::kTimeMask | Isr::kWakeMask);
  board.set_register(Isr::kOffset, bit);
  EXPECT_EQ(remembered(), kRemembered & ~clears);
}

TEST_P(IsrBit, WrittenByTheHostToNoneSetsOnlyItsSignals) {
  const std::uint32_t bit = 1u << GetParam();
  board.set_register(Isr::kOffset, bit);
  EXPECT_EQ(isr(), Isr::kReset | (bit & kFromHost));
}

TEST_P(IsrBit, WrittenByTheProcessorChangesNoOther) {
  const std::uint32_t bit = 1u << GetParam();
  const std::uint32_t clears = bit & (kFromHost | Isr::kTimeMask | Isr::kWakeMask);
  Program program;
  program.store_special(regs::It::kOffset, 0);
  program.store_special(regs::Isr::kOffset, Isr::kHostSigMask);
  for (int i = 0; i < 40; ++i) program.emit(Program::kNop);
  program.store_special(regs::Isr::kOffset, bit);
  run(program, 20);
  tick(1);
  board.host_write(board::Control::kOffset, board::Control::kWakeOnMask);
  board.set_register(Isr::kOffset, kFromHost);
  ASSERT_EQ(remembered(), kRemembered);
  for (int i = 0; i < 60; ++i) board.clock();
  EXPECT_EQ(remembered(), kRemembered & ~clears);
}

INSTANTIATE_TEST_SUITE_P(Bit, IsrBit, testing::Range(0, 32));

TEST_F(RegistersRtl, ResetClearsAllOfIsrButThatASendMayStart) {
  set_all();
  board.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  EXPECT_EQ(isr(), Isr::kReset);
}

TEST_F(RegistersRtl, WakeComesEvenWithReset) {
  board.host_write(board::Control::kOffset,
                   board::Control::kResetOnMask | board::Control::kWakeOnMask);
  EXPECT_EQ(remembered(), Isr::kWakeMask);
}

class InterruptBit : public RegistersRtl, public testing::WithParamInterface<std::uint32_t> {};

TEST_P(InterruptBit, RaisesTheLineOnlyIfMaskAndBoardLetIt) {
  const std::uint32_t bit = GetParam();
  set_all();
  board.set_register(regs::Eimr::kOffset, kRemembered & ~bit);
  board.host_write(board::Control::kOffset, board::Control::kInterruptEnableMask);
  EXPECT_TRUE(board.pins.irq_o);
  board.set_register(regs::Eimr::kOffset, bit);
  EXPECT_TRUE(board.pins.irq_o);
  board.host_write(board::Control::kOffset, board::Control::kInterruptDisableMask);
  EXPECT_FALSE(board.pins.irq_o);
  board.host_write(board::Control::kOffset, board::Control::kInterruptEnableMask);
  board.set_register(regs::Eimr::kOffset, ~kRemembered & ~Isr::kReset);
  EXPECT_FALSE(board.pins.irq_o);
}

INSTANTIATE_TEST_SUITE_P(Bit, InterruptBit,
                         testing::Values(Isr::kHostSigMask, Isr::kTimeMask, Isr::kWakeMask,
                                         Isr::kLan0SigMask, Isr::kLan7SigMask));

/// Registers that no engine keeps.
constexpr bool only_remembers(std::uint32_t offset) {
  if (offset >= ipt_regs::TokenAt::kOffset && offset <= ipt_regs::Restore::kOffset) return false;
  for (const std::uint32_t kept :
       {regs::Isr::kOffset, regs::It::kOffset, regs::Rtc::kOffset, regs::Ear::kOffset,
        regs::Lar::kOffset, regs::DmaCtr::kOffset, regs::DmaDir::kOffset, regs::DmaSts::kOffset,
        regs::Rmp::kOffset, regs::Rml::kOffset, regs::Smp::kOffset, regs::Sml::kOffset,
        regs::Smlt::kOffset, regs::Sa::kOffset, regs::Sb::kOffset, regs::Sh::kOffset,
        regs::Sw::kOffset, regs::St::kOffset})
    if (offset == kept) return false;
  return true;
}

void RegistersRtl::expect_all_0_but(std::uint32_t written) {
  for (std::uint32_t offset = 0; offset < regs::kRegisterSpace; offset += 4)
    if (only_remembers(offset) && offset != written) {
      EXPECT_EQ(board.get_register(offset), 0u) << offset;
    }
}

TEST_F(RegistersRtl, OthersReadAsWrittenUntilReset) {
  for (std::uint32_t offset = 0; offset < regs::kRegisterSpace; offset += 4)
    if (only_remembers(offset)) board.set_register(offset, 0xA0000001 + offset * 0x10001);
  for (std::uint32_t offset = 0; offset < regs::kRegisterSpace; offset += 4)
    if (only_remembers(offset)) {
      EXPECT_EQ(board.get_register(offset), 0xA0000001 + offset * 0x10001) << offset;
    }
  board.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  board.set_register(regs::Rmp::kOffset, 0);  // a write of none of them
  for (std::uint32_t offset = 0; offset < regs::kRegisterSpace; offset += 4)
    if (only_remembers(offset)) {
      EXPECT_EQ(board.get_register(offset), 0u) << offset;
    }
}

TEST_F(RegistersRtl, AWriteAfterAResetLeavesTheOthersZero) {
  for (const std::uint32_t written : {regs::Led::kOffset, regs::Timeout::kOffset}) {
    for (std::uint32_t offset = 0; offset < regs::kRegisterSpace; offset += 4)
      if (only_remembers(offset)) board.set_register(offset, ~0u);
    board.host_write(board::Control::kOffset, board::Control::kResetOnMask);
    board.set_register(written, ~0u);
    expect_all_0_but(written);
  }
}

TEST_F(RegistersRtl, AWriteOfTheProcessorAfterAResetLeavesTheOthersZero) {
  for (std::uint32_t offset = 0; offset < regs::kRegisterSpace; offset += 4)
    if (only_remembers(offset)) board.set_register(offset, ~0u);
  board.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  Program program;
  program.store_special(regs::Led::kOffset, 1);
  run(program);
  expect_all_0_but(regs::Led::kOffset);
}

TEST_F(RegistersRtl, ResetClearsTheGeneralRegisters) {
  Program program;
  for (std::uint32_t r = 3; r < 32; ++r) program.constant(r, 0xFFFFFFFF);
  run(program);
  EXPECT_EQ(board.cpu_register(31), 0xFFFFFFFFu);
  board.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  board.clock();
  for (unsigned r = 3; r < 32; ++r) EXPECT_EQ(board.cpu_register(r), 0u) << r;
}

TEST_F(RegistersRtl, AddressesOfEnginesAreWholeWordsAndFieldsKeepTheirWidth) {
  for (const auto& [offset, read] : {std::pair{regs::Ear::kOffset, 0xFFFFFFFFu},
                                     {regs::Lar::kOffset, 0xFFFFFFFCu},
                                     {regs::Rmp::kOffset, 0xFFFFFFFCu},
                                     {regs::Smp::kOffset, 0xFFFFFFFCu},
                                     {regs::DmaDir::kOffset, 1u},
                                     {regs::DmaSts::kOffset, 15u},
                                     {regs::Sa::kOffset, 3u}}) {
    board.set_register(offset, 0xFFFFFFFF);
    EXPECT_EQ(board.get_register(offset), read) << offset;
  }
}

TEST_F(RegistersRtl, EnginesGoBackToTheirResetValues) {
  for (const std::uint32_t offset : {regs::Ear::kOffset, regs::Lar::kOffset, regs::Rmp::kOffset,
                                     regs::Smp::kOffset, regs::DmaDir::kOffset, regs::Sa::kOffset})
    board.set_register(offset, 0x1005);
  board.set_register(regs::DmaSts::kOffset, 0);
  board.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  for (const std::uint32_t offset : {regs::Ear::kOffset, regs::Lar::kOffset, regs::Rmp::kOffset,
                                     regs::Smp::kOffset, regs::DmaDir::kOffset, regs::Sa::kOffset})
    EXPECT_EQ(board.get_register(offset), 0u) << offset;
  EXPECT_EQ(board.get_register(regs::DmaSts::kOffset), regs::DmaSts::kReset);
}

TEST_F(RegistersRtl, ControlKeepsTheLastOfEachPair) {
  using board::Control;
  EXPECT_EQ(board.host_read(Control::kOffset), Control::kReset);
  board.host_write(Control::kOffset, Control::kResetOffMask);
  EXPECT_EQ(board.host_read(Control::kOffset),
            Control::kResetOffMask | Control::kInterruptDisableMask);
  board.host_write(Control::kOffset, Control::kInterruptEnableMask);
  EXPECT_EQ(board.host_read(Control::kOffset),
            Control::kResetOffMask | Control::kInterruptEnableMask);
}

TEST_F(RegistersRtl, SramOfOneMegabyteLiesInTheUpperHalfOfTheWindow) {
  board.pins.cfg_sram_bytes_i = 1024 * 1024;
  board.host_write(board::kSram1mbOffset + 0xFFFFC, 0x12345678);
  EXPECT_EQ(board.word(0xFFFFC), 0x12345678u);
  board.host_write(0, 0x55);
  EXPECT_EQ(board.word(0), 0u) << "a hole";
}

/// Words far up, whose addresses have bits that smaller boards do not have.
TEST_F(RegistersRtl, ProgramAndEnginesReachAllOfOneMegabyte) {
  constexpr std::uint32_t kCode = 0xD5554, kData = 0xAAAA8;
  board.pins.cfg_sram_bytes_i = 1024 * 1024;
  Program program;
  program.constant(20, kData);
  program.constant(21, kCode);
  program.emit(0xC1000500 | 21 << 11);  // or %r0, %r21, %pc
  program.emit(Program::kNop);
  program.put_into(board);
  board.word(kCode) = Program::store(20, 20);
  board.word(kCode + 4) = 0xE0000000 | (kCode + 4);
  board.word(kCode + 8) = Program::kNop;
  board.start();
  for (int i = 0; i < 40; ++i) board.clock();
  EXPECT_EQ(board.word(kData), kData);
  EXPECT_EQ(board.pins.fault_o, 0);
  board.set_register(regs::Lar::kOffset, kData + 4);
  board.set_register(regs::DmaDir::kOffset, 1);
  board.set_register(regs::DmaCtr::kOffset, 4);
  while (!board.pins.hdma_req_o) board.clock();
  board.pins.hdma_due_i = 1;
  board.pins.hdma_rdata_i = 0x5A5A1234;
  board.clock();
  board.pins.hdma_due_i = 0;
  EXPECT_EQ(board.word(kData + 4), 0x5A5A1234u);
}

class StraightToTheLink : public RegistersRtl, public testing::WithParamInterface<std::uint32_t> {};

TEST_P(StraightToTheLink, ProcessorMayNotSend) {
  Program program;
  program.store_special(GetParam(), 1);
  program.put_into(board);
  board.start();
  for (int i = 0; i < 8 && board.pins.fault_o == 0; ++i) board.clock();
  EXPECT_EQ(board.pins.fault_o, 12) << "BYTES_SENT";
}

INSTANTIATE_TEST_SUITE_P(Register, StraightToTheLink,
                         testing::Values(regs::Sb::kOffset, regs::Sh::kOffset, regs::Sw::kOffset,
                                         regs::St::kOffset));

TEST_F(RegistersRtl, PowerOnReportsNothingOfItsClock) {
  board.pins.pio_valid_i = 1;
  board.pins.pio_address_i = board::kSramOffset;
  board.clock();
  EXPECT_EQ(board.monitored("grant_host"), 1) << "the SRAM";
  board.pins.rst_ni = 0;
  board.clock();
  EXPECT_EQ(board.monitored("grant_host"), 0);
}

TEST_F(RegistersRtl, ProcessorTurnsTheCrcOn) {
  Program program;
  program.store_special(regs::Myrinet::kOffset, regs::Myrinet::kCrcEnableMask);
  run(program);
  EXPECT_TRUE(board.pins.link_crc_o);
}

TEST_F(RegistersRtl, WordBehindTheSramIsAHole) {
  const std::uint32_t behind = board.pins.cfg_sram_bytes_i;
  board.word(behind) = 0x11111111;
  EXPECT_EQ(board.host_read(behind), 0u);
  board.host_write(behind, 0x55);
  EXPECT_EQ(board.word(behind), 0x11111111u);
}

TEST_F(RegistersRtl, HolesReadZero) {
  board.word(0) = 0xFFFFFFFF;
  EXPECT_EQ(board.host_read(BoardPins::kSramBytes), 0u);
  EXPECT_EQ(board.host_read(board::kPciConfigShadowOffset), 0u);
}

TEST_F(RegistersRtl, RealTimeClockCountsTicksFromWhatIsWritten) {
  tick(2);
  EXPECT_EQ(board.get_register(regs::Rtc::kOffset), 2u);
  board.set_register(regs::Rtc::kOffset, 0xFFFFFFFF);
  EXPECT_EQ(board.get_register(regs::Rtc::kOffset), 0xFFFFFFFFu);
  tick(2);
  EXPECT_EQ(board.get_register(regs::Rtc::kOffset), 1u);
  board.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  EXPECT_EQ(board.get_register(regs::Rtc::kOffset), 4u) << "ticks since power-on";
  EXPECT_EQ(board.get_register(regs::It::kOffset), static_cast<std::uint32_t>(-4));
}

class Alarm : public RegistersRtl,
              public testing::WithParamInterface<std::tuple<std::uint32_t, int>> {};

TEST_P(Alarm, ComesWithTheTickAfterZeroAndNotBefore) {
  const auto [value, step] = GetParam();
  board.set_register(regs::It::kOffset, value);
  std::uint32_t ticks = 0;
  for (; ticks + static_cast<std::uint32_t>(step) <= value;
       ticks += static_cast<std::uint32_t>(step)) {
    tick(step);
    EXPECT_FALSE(isr() & Isr::kTimeMask) << ticks;
  }
  tick(step);
  EXPECT_TRUE(isr() & Isr::kTimeMask);
  EXPECT_EQ(board.get_register(regs::It::kOffset),
            value - ticks - static_cast<std::uint32_t>(step));
}

INSTANTIATE_TEST_SUITE_P(ValueAndStep, Alarm,
                         testing::Combine(testing::Values(0u, 1u, 2u, 7u), testing::Values(1, 2)));

TEST_F(RegistersRtl, AlarmComesOnce) {
  board.set_register(regs::It::kOffset, 0);
  tick(1);
  board.set_register(Isr::kOffset, Isr::kTimeMask);
  for (int i = 0; i < 8; ++i) tick(1);
  EXPECT_FALSE(isr() & Isr::kTimeMask);
}

TEST_F(RegistersRtl, LongestAlarmDoesNotComeAtOnce) {
  board.set_register(regs::It::kOffset, 0xFFFFFFFF);
  for (int i = 0; i < 4; ++i) tick(2);
  EXPECT_FALSE(isr() & Isr::kTimeMask);
}

TEST_F(RegistersRtl, ResetStopsTheAlarm) {
  board.set_register(regs::It::kOffset, 1);
  board.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  for (int i = 0; i < 4; ++i) tick(2);
  EXPECT_FALSE(isr() & Isr::kTimeMask);
}

TEST_F(RegistersRtl, ProcessorMayNotTakeBytesFromTheLink) {
  for (const std::uint32_t offset : {regs::Rb::kOffset, regs::Rh::kOffset, regs::Rw::kOffset}) {
    BoardPins other;
    Program program;
    program.load_special(9, offset);
    program.put_into(other);
    other.start();
    int faults = 0;
    for (int i = 0; i < 20; ++i) other.clock(), faults += other.pins.fault_o == 13;
    EXPECT_EQ(faults, 1) << offset;
  }
}

TEST_F(RegistersRtl, ProcessorReadsWhatTheHostWritesInTheSameClock) {
  Program program;
  const std::uint32_t at = program.load_special(9, regs::Led::kOffset);
  program.run_to(at, board);
  board.set_register(regs::Led::kOffset, 0xFFFFFFFF);
  EXPECT_EQ(board.monitored("retire_pc"), at);
  EXPECT_EQ(board.monitored("retire_result"), 0xFFFFFFFFu);
}

TEST_F(RegistersRtl, ProcessorsWriteLeavesTheOtherRegisters) {
  for (std::uint32_t offset = 0; offset < regs::kRegisterSpace; offset += 4)
    if (only_remembers(offset)) board.set_register(offset, offset + 1);
  Program program;
  program.store_special(regs::Led::kOffset, 5);
  run(program);
  for (std::uint32_t offset = 0; offset < regs::kRegisterSpace; offset += 4)
    if (only_remembers(offset) && offset != regs::Led::kOffset) {
      EXPECT_EQ(board.get_register(offset), offset + 1) << offset;
    }
}

TEST_F(RegistersRtl, ProcessorWinsOverTheHostInTheSameClock) {
  Program program;
  const std::uint32_t at = program.store_special(regs::Led::kOffset, 5);
  program.run_to(at, board);
  board.set_register(regs::Led::kOffset, 77);
  EXPECT_EQ(board.get_register(regs::Led::kOffset), 5u);
}

}  // namespace
}  // namespace flybar::rtl
