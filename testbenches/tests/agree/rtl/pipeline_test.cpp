/// The processor's timing table (docs/rtl.md), entry by entry: in how many clocks an instruction
/// follows the one before it.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>

#include "testbenches/tests/agree/rtl/board_pins.h"
#include "testbenches/tests/agree/rtl/program.h"

namespace flybar::rtl {
namespace {

using namespace lanai;

constexpr std::uint32_t kData = 0x2000;

class PipelineRtl : public testing::Test {
 protected:
  /// Runs and notes in which clock the instruction at each address first retires.
  void run(int clocks = 40) {
    program.put_into(board);
    board.start();
    note();
    for (int i = 0; i < clocks; ++i) clock();
  }
  void clock() {
    board.clock();
    note();
  }
  void note() {
    if (board.monitored("retire")) retired.emplace(board.monitored("retire_pc"), board.clocks);
  }
  /// Clocks from one instruction to another.
  std::int64_t between(std::uint32_t first, std::uint32_t second) {
    return static_cast<std::int64_t>(retired.at(second) - retired.at(first));
  }
  std::uint32_t emit(std::uint32_t word) { return program.emit(word); }
  /// "r9 = 7" is stored over "r9 = 5", so many instructions behind the store.
  std::uint32_t r9_after_a_store_over(std::uint32_t behind) {
    program.constant(20, Program::add(9, 0, 7));
    program.constant(21, program.here() + 8 + 4 * behind);
    emit(Program::store(20, 21));
    for (std::uint32_t n = 1; n < 4; ++n) emit(n == behind ? Program::add(9, 0, 5) : Program::kNop);
    run();
    return board.cpu_register(9);
  }

  BoardPins board;
  Program program;
  std::map<std::uint32_t, std::uint64_t> retired;
};

TEST_F(PipelineRtl, FirstInstructionComesInTheClockInWhichResetEnds) {
  run();
  EXPECT_EQ(retired.at(0), 3u) << "behind power-on and one clock of the reset";
}

/// Its operands are read while the registers still are what they were.
TEST_F(PipelineRtl, FirstInstructionAfterAResetOfOneClockReadsRegistersThatAreCleared) {
  emit(Program::add(9, 20, 1));
  program.constant(20, 5);
  run();
  board.host_write(lanai::board::Control::kOffset, lanai::board::Control::kResetOnMask);
  board.host_write(lanai::board::Control::kOffset, lanai::board::Control::kResetOffMask);
  board.clock();
  EXPECT_EQ(board.cpu_register(9), 1u);
}

TEST_F(PipelineRtl, FirstInstructionAfterAResetOfOneClockReadsNoSecondOperandEither) {
  emit(0xC0000000 | 9 << 23 | 20 << 11);  // add %r0, %r20, %r9
  program.constant(20, 0x1FFFFF);
  run();
  board.host_write(lanai::board::Control::kOffset, lanai::board::Control::kResetOnMask);
  board.host_write(lanai::board::Control::kOffset, lanai::board::Control::kResetOffMask);
  board.clock();
  EXPECT_EQ(board.cpu_register(9), 0u);
}

/// An instruction is what its word is when the one before it is done.
TEST_F(PipelineRtl, StoreOverTheNextInstructionComesTooLate) {
  EXPECT_EQ(r9_after_a_store_over(1), 5u);
}
TEST_F(PipelineRtl, StoreOverTheInstructionBehindTheNextCounts) {
  EXPECT_EQ(r9_after_a_store_over(2), 7u);
}

TEST_F(PipelineRtl, OneInstructionInAClock) {
  const std::uint32_t first = emit(Program::add(9, 0, 1)), second = emit(Program::add(10, 9, 1));
  run();
  EXPECT_EQ(between(first, second), 1);
  EXPECT_EQ(board.cpu_register(10), 2u);
}

TEST_F(PipelineRtl, LoadAndStoreTakeOneClockWhileNobodyElseWantsTheSram) {
  program.constant(20, kData);
  const std::uint32_t store = emit(Program::store(20, 20)), load = emit(Program::load(9, 20));
  const std::uint32_t next = emit(Program::kNop);
  run();
  EXPECT_EQ(between(store, load), 1);
  EXPECT_EQ(between(load, next), 1);
  EXPECT_EQ(board.cpu_register(9), kData);
}

TEST_F(PipelineRtl, UserOfALoadWaitsOneClock) {
  program.constant(20, kData);
  const std::uint32_t load = emit(Program::load(9, 20)), user = emit(Program::add(10, 9, 1));
  run();
  EXPECT_EQ(between(load, user), 2);
}

TEST_F(PipelineRtl, SecondInstructionAfterALoadDoesNotWait) {
  program.constant(20, kData);
  const std::uint32_t load = emit(Program::load(9, 20));
  emit(Program::kNop);
  const std::uint32_t user = emit(Program::add(10, 9, 1));
  run();
  EXPECT_EQ(between(load, user), 2);
}

TEST_F(PipelineRtl, StoreOfWhatIsLoadedWaitsToo) {
  program.constant(20, kData);
  const std::uint32_t load = emit(Program::load(9, 20)), store = emit(Program::store(9, 20, 4));
  run();
  EXPECT_EQ(between(load, store), 2);
}

TEST_F(PipelineRtl, LoadFromASpecialRegisterInterlocksAsAnyOther) {
  const std::uint32_t load = program.load_special(9, regs::Isr::kOffset);
  const std::uint32_t user = emit(Program::add(10, 9, 1));
  run();
  EXPECT_EQ(between(load, user), 2);
}

TEST_F(PipelineRtl, JumpHasOneDelaySlot) {
  const std::uint32_t jump = emit(0xE0000000 | 16), slot = emit(Program::add(9, 0, 7));
  emit(Program::add(10, 0, 7));  // passed over
  emit(Program::kNop);
  const std::uint32_t target = emit(Program::kNop);
  run();
  EXPECT_EQ(between(jump, slot), 1);
  EXPECT_EQ(between(slot, target), 1);
  EXPECT_EQ(board.cpu_register(9), 7u);
  EXPECT_EQ(board.cpu_register(10), 0u);
}

TEST_F(PipelineRtl, LoadIntoTheProgramCounterHasTwoDelaySlots) {
  program.constant(20, kData);
  const std::uint32_t load = emit(Program::load(2, 20));
  emit(Program::add(9, 0, 1));
  emit(Program::add(10, 0, 1));
  emit(Program::add(11, 0, 1));  // passed over
  const std::uint32_t target = emit(Program::kNop);
  board.word(kData) = target;
  run();
  EXPECT_EQ(between(load, target), 3);
  EXPECT_EQ(board.cpu_register(9) + board.cpu_register(10), 2u);
  EXPECT_EQ(board.cpu_register(11), 0u);
}

TEST_F(PipelineRtl, UpdatedBaseIsTheOldOneAndTheOffset) {
  constexpr std::uint32_t kPostUpdate = 1u << 16;
  program.constant(20, kData);
  emit((Program::load(9, 20, 4) & ~(3u << 16)) | kPostUpdate);
  run();
  EXPECT_EQ(board.cpu_register(20), kData + 4);
}

TEST_F(PipelineRtl, PinsShowABaseThatIsUpdatedInTheNextClock) {
  for (const std::uint32_t base : {20u, 21u}) {
    constexpr std::uint32_t kPostUpdate = 1u << 16;
    program.constant(base, regs::kRegisterBase + regs::Led::kOffset);
    emit((Program::load(9, base, 4) & ~(3u << 16)) | kPostUpdate);
  }
  const std::uint32_t end = emit(Program::kNop);
  program.run_to(end - 12, board);
  EXPECT_EQ(board.monitored("update_rd"), 20);
  EXPECT_EQ(board.monitored("update_value"), regs::kRegisterBase + regs::Led::kOffset + 4);
  while (board.monitored("pc") != end) board.clock();
  EXPECT_EQ(board.monitored("update_rd"), 21);
}

TEST_F(PipelineRtl, IllegalWordDoesNotWaitForWhatIsLoaded) {
  constexpr std::uint32_t kIllegal = 0xF0030000 | 9u << 18 | 3u << 14, kFault = 1;
  program.constant(20, kData);
  emit(Program::load(9, 20));
  const std::uint32_t illegal = emit(kIllegal);
  program.run_to(illegal, board);
  board.clock();
  EXPECT_EQ(board.pins.fault_o, kFault);
}

/// Addresses with each bit that no SRAM has.
TEST_F(PipelineRtl, PlaceFarOutsideOfTheSramIsAFault) {
  constexpr std::uint32_t kCode = 14;
  program.constant(20, kData);
  emit(Program::load(2, 20));  // to the program counter
  emit(Program::kNop);
  emit(Program::kNop);
  for (std::uint32_t bit = 20; bit < 32; ++bit) {
    BoardPins fresh;
    fresh.word(kData) = 1u << bit;
    program.put_into(fresh);
    fresh.start();
    for (int i = 0; i < 12 && fresh.pins.fault_o == 0; ++i) fresh.clock();
    EXPECT_EQ(fresh.pins.fault_o, kCode) << bit;
  }
}

/// The host wants an access in every clock from here on.
class ContendedPipelineRtl : public PipelineRtl {
 protected:
  void contend() {
    board.pins.pio_valid_i = 1;
    board.pins.pio_write_i = 0;
    board.pins.pio_address_i = 0x3000;
  }
  void run_contended(int clocks = 40) {
    program.put_into(board);
    board.start();
    note();
    contend();
    for (int i = 0; i < clocks; ++i) clock();
  }
};

TEST_F(ContendedPipelineRtl, OneAccessIsEnoughForWhatAccessesNoSram) {
  const std::uint32_t first = emit(Program::kNop);
  emit(Program::kNop);
  const std::uint32_t third = emit(Program::kNop);
  run_contended();
  EXPECT_EQ(between(first, third), 2);
}

TEST_F(ContendedPipelineRtl, DataAccessWaitsForTheNextClock) {
  program.constant(20, kData);
  const std::uint32_t before = emit(Program::kNop), load = emit(Program::load(9, 20));
  const std::uint32_t store = emit(Program::store(20, 20));
  run_contended();
  EXPECT_EQ(between(before, load), 2);
  EXPECT_EQ(between(load, store), 2);
}

TEST_F(ContendedPipelineRtl, SpecialRegisterNeedsNoAccess) {
  const std::uint32_t load = program.load_special(9, regs::Rtc::kOffset);
  const std::uint32_t next = emit(Program::kNop);
  run_contended();
  EXPECT_EQ(between(load - 4, load), 1);
  EXPECT_EQ(between(load, next), 1);
}

TEST_F(ContendedPipelineRtl, WithoutAnAccessNothingIsFetched) {
  board.pins.cfg_accesses_i = 1;
  run_contended(20);
  EXPECT_EQ(retired.size(), 1u);
}

TEST_F(PipelineRtl, WriteOfASpecialRegisterActsFromTheNextClockOn) {
  const std::uint32_t write = program.store_special(regs::Led::kOffset, 9);
  program.put_into(board);
  board.start();
  while (board.monitored("pc") != write) board.clock();
  EXPECT_EQ(board.get_register(regs::Led::kOffset), 0u) << "in the clock of the write";
  EXPECT_EQ(board.get_register(regs::Led::kOffset), 9u) << "in the next";
}

TEST_F(PipelineRtl, LoadSeesWhatTheHostStoresInTheSameClock) {
  program.constant(20, kData);
  const std::uint32_t load = emit(Program::load(9, 20));
  program.put_into(board);
  board.pins.cfg_accesses_i = 2;
  board.start();
  while (board.monitored("pc") != load) board.clock();
  board.clock();  // fetched and done: nobody else wanted the SRAM
  EXPECT_EQ(board.cpu_register(9), 0u);

  BoardPins other;
  program.put_into(other);
  other.start();
  while (other.monitored("pc") != load) other.clock();
  other.host_write(kData, 5);  // takes an access: the data access waits
  other.host_write(kData, 6);
  EXPECT_EQ(other.cpu_register(9), 6u);
}

TEST_F(PipelineRtl, WordThatIsNoInstructionStopsTheProcessorForGood) {
  const std::uint32_t word = emit(0xF003FF47);  // punt
  emit(Program::kNop);
  run();
  EXPECT_EQ(board.pins.fault_o, 1);
  EXPECT_EQ(board.monitored("pc"), word);
}

TEST_F(PipelineRtl, DataOutsideTheSramIsAFault) {
  program.constant(20, BoardPins::kSramBytes);
  emit(Program::load(9, 20, 0xFFFC));  // the last word
  emit(Program::load(9, 20));
  run();
  EXPECT_EQ(board.pins.fault_o, 2);
}

TEST_F(PipelineRtl, CodeOutsideTheSramIsAFault) {
  program.constant(20, BoardPins::kSramBytes - 8);
  emit(0xC1000500 | 20u << 11);  // or %r0, %r20, %pc
  emit(Program::kNop);
  run();
  EXPECT_EQ(board.pins.fault_o, 14);
  EXPECT_EQ(board.monitored("pc"), BoardPins::kSramBytes);
}

}  // namespace
}  // namespace flybar::rtl
