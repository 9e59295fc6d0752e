/// How far is a program from its next send?
#include "models/lanai/image/send_distance.h"

#include <gtest/gtest.h>

#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

constexpr std::int64_t kNever = 1000;  ///< more than any of these programs could take

std::int64_t distance(const Program& p, std::uint32_t pc) {
  return SendDistance(p.bytes()).clocks({.pc = pc, .next = pc + 4, .after_next = pc + 8});
}
/// Jumps if the last result was zero.
void branch_if_zero(Program& p, std::uint32_t to) {
  p.word(0xE6000001 | to);
}
void set_to_special(Program& p, unsigned reg, std::uint32_t offset) {
  p.word(0x4004FF00 | reg << 23 | offset);
}
void set_to_address_of_smlt(Program& p, unsigned reg) {
  set_to_special(p, reg, regs::Smlt::kOffset);
}
void store_through(Program& p, unsigned reg) {
  p.word(0x90000000 | reg << 18);
}

TEST(SendDistance, IsAClockForEachInstructionBeforeTheStore) {
  Program p;
  p.nops(3);
  const auto store = p.write(regs::Smlt::kOffset, 0x2000);
  p.stay();

  EXPECT_EQ(distance(p, 0), 5);
  EXPECT_EQ(distance(p, store), 0);
  EXPECT_GT(distance(p, store + 4), kNever);
}

TEST(SendDistance, IsThatOfTheShorterWay) {
  Program p;
  branch_if_zero(p, 0x40);
  p.nops(15);
  p.nops(4);
  p.write(regs::Sml::kOffset, 0x2000);
  p.stay();

  EXPECT_EQ(distance(p, 0), 2 + 4 + 2);
  EXPECT_EQ(distance(p, 8), 14 + 4 + 2);
}

TEST(SendDistance, CountsTheClockInWhichAnInstructionWaitsForALoad) {
  Program p;
  p.load(17, 0x100);
  p.add(18, 17, 1);
  p.nops(3);
  p.write(regs::Smlt::kOffset, 0x2000);
  p.stay();

  EXPECT_EQ(distance(p, 0), 2 + 1 + 3 + 2);
}

TEST(SendDistance, CountsNoWaitForALoadThatTheNextInstructionDoesNotUse) {
  Program p;
  p.load(17, 0x100);
  p.nops(1);
  p.add(18, 17, 1);
  p.nops(2);
  p.write(regs::Smlt::kOffset, 0x2000);
  p.stay();

  EXPECT_EQ(distance(p, 0), 1 + 1 + 1 + 2 + 2);
}

TEST(SendDistance, InADelaySlotIsThatOfWhereTheBranchGoes) {
  Program p;
  p.nops(8);
  p.write(regs::Smlt::kOffset, 0x2000);
  p.stay();

  EXPECT_EQ(SendDistance(p.bytes()).clocks({.pc = 0, .next = 24, .after_next = 28}), 1 + 4);
}

TEST(SendDistance, CountsAStoreThroughARegisterThatMayHoldTheAddress) {
  Program p;
  set_to_address_of_smlt(p, 17);
  p.nops(6);
  store_through(p, 17);
  p.stay();

  EXPECT_EQ(distance(p, 0), 7);
}

TEST(SendDistance, CountsAStoreThroughTheBaseOfTheRegistersAndAnOffset) {
  Program p;
  set_to_special(p, 17, 0);
  p.add(18, 17, regs::Smlt::kOffset);
  p.nops(5);
  store_through(p, 18);
  p.stay();

  EXPECT_EQ(distance(p, 0), 7);
}

TEST(SendDistance, DoesNotCountAStoreThroughAnotherRegister) {
  Program p;
  set_to_address_of_smlt(p, 17);
  store_through(p, 18);
  p.nops(6);
  store_through(p, 17);
  p.stay();

  EXPECT_EQ(distance(p, 0), 8);
}

TEST(SendDistance, IsUnknownIfTheAddressGoesToMemory) {
  Program p;
  set_to_address_of_smlt(p, 17);
  p.store(17, 0x100);
  p.nops(6);
  store_through(p, 17);
  p.stay();

  EXPECT_EQ(distance(p, 0), 0);
}

TEST(SendDistance, IsUnknownIfTheCodeJumpsAnywhere) {
  Program p;
  p.nops(6);
  p.write(regs::Smlt::kOffset, 0x2000);
  p.jump(6);
  p.nops(1);

  EXPECT_EQ(distance(p, 0), 0);
}

/// A chip that knows the distances of its program.
struct ChipThatRuns {
  explicit ChipThatRuns(const Program& p) : bench(Stepping::kFast, p) {
    image.text_end = p.end();
    image.sends = SendDistance(p.bytes());
    bench.chip.set_image(&image);
    bench.start();
  }
  Image image;
  Bench bench;
};

TEST(SendDistance, OfAChipIsWhenTheFirstByteLeaves) {
  Program p;
  p.nops(2);
  p.load(17, 0x100);
  p.add(18, 17, 1);
  p.nops(1);
  p.write(regs::Smp::kOffset, 0x2000);
  p.write(regs::Smlt::kOffset, 0x2000);
  p.stay();
  ChipThatRuns on(p);

  const Time silent = on.bench.chip.byte_guarantee(on.bench.chip.time());
  on.bench.run(Cycles(100));

  EXPECT_EQ(on.bench.sent.times.at(0), silent);
}

/// Waits in a loop for a word to arrive, then sends.
TEST(SendDistance, OfARestingChipIsTheLeastInItsLoop) {
  Program p;
  p.write(regs::Smp::kOffset, 0x2000);
  p.write(regs::Rmp::kOffset, 0x3000);
  p.write(regs::Rml::kOffset, 0x3000);
  const auto loop = p.load(31, 0x3000);
  p.nops(5);
  p.word(0x00020000 | 31u << 23 | 31u << 18);  // + 0, which sets the flags
  branch_if_zero(p, loop);
  p.nops(20);
  p.write(regs::Smlt::kOffset, 0x2000);
  p.stay();
  ChipThatRuns on(p);
  on.bench.run_to(30_us);
  ASSERT_TRUE(on.bench.chip.resting());
  const Time known = 40_us;

  const Time silent = on.bench.chip.byte_guarantee(known);
  on.bench.arrive(known - 20_ns, {1, 2, 3, 4}, false);
  on.bench.run_to(50_us);

  EXPECT_GE(silent, known + on.bench.clocks(20));
  EXPECT_GE(on.bench.sent.times.at(0), silent);
}

TEST(SendDistance, OfARestingChipCountsWithAResetByTheHost) {
  Program p;
  p.write(regs::Smp::kOffset, 0x2000);
  p.write(regs::Smlt::kOffset, 0x2000);
  p.stay();
  ChipThatRuns on(p);
  on.bench.run(Cycles(3000));
  ASSERT_TRUE(on.bench.chip.resting());
  const std::size_t before = on.bench.sent.times.size();

  const Time silent = on.bench.chip.byte_guarantee(on.bench.now());
  on.bench.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  on.bench.host_write(board::Control::kOffset, board::Control::kResetOffMask);
  on.bench.run(Cycles(100));

  EXPECT_GE(on.bench.sent.times.at(before), silent);
}

}  // namespace
}  // namespace flybar::lanai
