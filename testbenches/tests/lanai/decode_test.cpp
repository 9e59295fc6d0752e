/// Does every instruction format decode to what the instruction set says? The encodings are those
/// that llvm-mc gives for the assembler text in the comments.
#include <gtest/gtest.h>

#include "models/lanai/isa/instruction.h"

namespace flybar::lanai {
namespace {

constexpr std::uint32_t kHere = 0x1000;

Instruction at(std::uint32_t word) {
  return decode(word, kHere);
}

TEST(Decode, ImmediateIsZeroExtended) {
  const Instruction i = at(0x020C0012);  // add %r3, 0x12, %r4

  EXPECT_EQ(i.op, Op::kAddImm);
  EXPECT_EQ(i.rd, 4);
  EXPECT_EQ(i.rs1, 3);
  EXPECT_EQ(i.immediate, 0x12u);
}

TEST(Decode, HighImmediateFillsTheLowHalfWithZeros) {
  EXPECT_EQ(at(0x020D8012).immediate, 0x80120000u);
}

TEST(Decode, AndFillsTheOtherHalfWithOnes) {
  EXPECT_EQ(at(0x420C1234).immediate, 0xFFFF1234u);
  EXPECT_EQ(at(0x420D1234).immediate, 0x1234FFFFu);
}

TEST(Decode, ComparisonWritesNoRegister) {
  const Instruction i = at(0xC00E2A00);  // sub.f %r3, %r5, %r0

  EXPECT_EQ(i.op, Op::kSubF);
  EXPECT_EQ(i.rd, kDiscard);
  EXPECT_EQ(i.rs2, 5);
}

TEST(Decode, NegativeShiftCountIsARightShift) {
  const Instruction i = at(0x720CFFFB);  // sh %r3, -5, %r4

  EXPECT_EQ(i.op, Op::kShiftRightImm);
  EXPECT_EQ(i.immediate, 5u);
}

TEST(Decode, HighBitOfAnImmediateShiftMakesItArithmetic) {
  EXPECT_EQ(at(0x720DFFFB).op, Op::kShiftRightArithmeticImm);
  EXPECT_EQ(at(0x720D0005).op, Op::kShiftLeftImm);
}

TEST(Decode, ShiftCountsUpTo31AreFast) {
  EXPECT_EQ(at(0x720C001F).op, Op::kShiftLeftImm);
  EXPECT_EQ(at(0x720CFFE1).op, Op::kShiftRightImm);
}

TEST(Decode, ShiftCountsFrom32OnTakeTheGeneralPath) {
  EXPECT_EQ(at(0x720C0020).op, Op::kGeneral);
  EXPECT_EQ(at(0x720CFFE0).op, Op::kGeneral);
}

TEST(Decode, RegisterShiftsKeepTheirSignTest) {
  EXPECT_EQ(at(0xC20C2F80).op, Op::kShift);            // sh %r3, %r5, %r4
  EXPECT_EQ(at(0xC20C2FC0).op, Op::kShiftArithmetic);  // sha %r3, %r5, %r4
}

TEST(Decode, JunkBesideTheOperationOfARegisterFormIsIgnored) {
  EXPECT_EQ(at(0xC48C2D80).op, Op::kOr);  // Myricom's assembler sets bit 7 of `or`
}

TEST(Decode, PredicatedArithmeticTakesTheGeneralPath) {
  const Instruction i = at(0xC48D2803);  // add.eq %r3, %r5, %r9

  EXPECT_EQ(i.op, Op::kGeneral);
  EXPECT_EQ(i.condition, Condition::kEqual);
  EXPECT_EQ(i.operation, Alu::kAdd);
}

TEST(Decode, ConditionFalseDoesNothing) {
  EXPECT_EQ(at(0xC48D2800).op, Op::kNop);
}

TEST(Decode, WordOneIsNop) {
  EXPECT_EQ(at(0x00000001).op, Op::kNop);
}

TEST(Decode, ZerosInReadOnlyRegisterAreNop) {
  EXPECT_EQ(at(0x00000000).op, Op::kNop);
}

TEST(Decode, PaddingWritesTheReservedRegister) {
  const Instruction i = at(0x15000000);  // addc %r0, 0, %rr1

  EXPECT_EQ(i.op, Op::kAddWithCarryImm);
  EXPECT_EQ(i.rd, 10);
}

TEST(Decode, ConstantsAreKnownBeforehand) {
  EXPECT_EQ(at(0xF4FEFFF0).op, Op::kSetConstant);  // mov 0x1ffff0, %r9
  EXPECT_EQ(at(0xF4FEFFF0).immediate, 0x1FFFF0u);
  EXPECT_EQ(at(0x42050005).immediate, 0x0005FFFFu);  // mov 0x5ffff, %sp
}

TEST(Decode, ProgramCounterReadsAsTheOwnAddress) {
  const Instruction i = at(0x07880010);  // add %pc, 0x10, %rca

  EXPECT_EQ(i.op, Op::kSetConstant);
  EXPECT_EQ(i.rd, 15);
  EXPECT_EQ(i.immediate, kHere + 0x10);
}

TEST(Decode, ProgramCounterInARegisterFormTakesTheGeneralPath) {
  EXPECT_EQ(at(0xC4881A00).op, Op::kGeneral);  // sub %pc, %r3, %r9
  EXPECT_EQ(at(0xC4881A00).rs1, kPc);
}

TEST(Decode, BranchIsAbsolute) {
  const Instruction i = at(0xE0000100);  // bt 0x100

  EXPECT_EQ(i.op, Op::kBranchAlways);
  EXPECT_EQ(i.immediate, 0x100u);
}

TEST(Decode, BranchReachesTheLastWordOf32Megabytes) {
  EXPECT_EQ(at(0xE1FFFFFC).immediate, 0x01FFFFFCu);
}

TEST(Decode, BranchTakesTheLowestConditionBitFromTheEnd) {
  const Instruction i = at(0xE6000101);  // beq 0x100

  EXPECT_EQ(i.op, Op::kBranch);
  EXPECT_EQ(i.condition, Condition::kEqual);
  EXPECT_EQ(i.immediate, 0x100u);
}

TEST(Decode, BranchNeverDoesNothing) {
  EXPECT_EQ(at(0xE0000101).op, Op::kNop);
}

TEST(Decode, MoveToTheProgramCounterIsAJump) {
  EXPECT_EQ(at(0xC1004D00).op, Op::kJump);  // bt %r9
  EXPECT_EQ(at(0xC1004D00).rs1, 9);
  EXPECT_EQ(at(0xC10C0000).op, Op::kJump);  // mov %r3, %pc
  EXPECT_EQ(at(0xC10C0000).rs1, 3);
}

TEST(Decode, SumIntoTheProgramCounterIsAJump) {
  EXPECT_EQ(at(0x010C0008).op, Op::kJump);  // add %r3, 8, %pc
  EXPECT_EQ(at(0x010C0008).immediate, 8u);
  EXPECT_EQ(at(0x210C0008).immediate, 0xFFFFFFF8u);  // sub %r3, 8, %pc
}

TEST(Decode, OtherArithmeticIntoTheProgramCounterTakesTheGeneralPath) {
  const Instruction i = at(0x410C00F0);  // and %r3, 0xffff00f0, %pc

  EXPECT_EQ(i.op, Op::kGeneral);
  EXPECT_EQ(i.rd, kPc);
}

TEST(Decode, ConditionalJumpThroughARegister) {
  const Instruction i = at(0xC10D0503);  // beq %r3

  EXPECT_EQ(i.op, Op::kJumpIf);
  EXPECT_EQ(i.condition, Condition::kEqual);
}

TEST(Decode, RelativeBranchAddsTheRegister) {
  const Instruction i = at(0xE124FFFE);  // four below r9

  EXPECT_EQ(i.op, Op::kJump);
  EXPECT_EQ(i.rs1, 9);
  EXPECT_EQ(i.immediate, 0xFFFFFFFCu);
}

TEST(Decode, RelativeBranchFromTheProgramCounterIsABranch) {
  EXPECT_EQ(at(0xE1080012).op, Op::kBranchAlways);
  EXPECT_EQ(at(0xE1080012).immediate, kHere + 0x10);
}

TEST(Decode, SetConditionHasItsDestinationInThePlaceOfTheFirstSource) {
  const Instruction i = at(0xE6240003);  // seq %r9

  EXPECT_EQ(i.op, Op::kSetCondition);
  EXPECT_EQ(i.rd, 9);
  EXPECT_EQ(i.condition, Condition::kEqual);
}

TEST(Decode, SelectTakesItsConditionFromThePredicate) {
  const Instruction i = at(0xC48D2F03);  // sel.eq %r3, %r5, %r9

  EXPECT_EQ(i.op, Op::kSelect);
  EXPECT_EQ(i.condition, Condition::kEqual);
  EXPECT_EQ(i.rs1, 3);
  EXPECT_EQ(i.rs2, 5);
}

TEST(Decode, CountsOfBits) {
  EXPECT_EQ(at(0xD48C0001).op, Op::kPopulation);
  EXPECT_EQ(at(0xD48C0002).op, Op::kLeadingZeros);
  EXPECT_EQ(at(0xD48C0003).op, Op::kTrailingZeros);
}

TEST(Decode, PuntIsIllegal) {
  EXPECT_EQ(at(0xF003FF47).op, Op::kIllegal);
}

TEST(Decode, RegisterBranchOfLanai3IsIllegal) {
  EXPECT_EQ(at(0xF003C000).op, Op::kIllegal);
}

TEST(Decode, SelectWithFlagsIsIllegal) {
  EXPECT_EQ(at(0xC48F2F03).op, Op::kIllegal);
}

TEST(Decode, UnknownShiftKindIsIllegal) {
  EXPECT_EQ(at(0xC48C2F08).op, Op::kIllegal);
}

TEST(Decode, BitCountWithReservedBitsIsIllegal) {
  EXPECT_EQ(at(0xD48C0009).op, Op::kIllegal);
  EXPECT_EQ(at(0xD48C0004).op, Op::kIllegal);
}

TEST(Decode, ConstantsInTheInterlockMaskWaitForNothing) {
  EXPECT_EQ(at(0xC4804D00).reads, 1u << 9);  // or %r0, %r9, %r9
}

TEST(Decode, InstructionWithoutEffectStillWaitsForItsSources) {
  EXPECT_EQ(at(0x000C0000).op, Op::kNop);  // add %r3, 0, %r0
  EXPECT_EQ(at(0x000C0000).reads, 1u << 3);
}

}  // namespace
}  // namespace flybar::lanai
