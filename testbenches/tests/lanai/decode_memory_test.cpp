/// Does every load and store decode to what the instruction set says? The encodings are those that
/// llvm-mc gives for the assembler text in the comments.
#include <gtest/gtest.h>

#include "models/lanai/isa/instruction.h"

namespace flybar::lanai {
namespace {

constexpr std::uint32_t kHere = 0x1000;

Instruction at(std::uint32_t word) {
  return decode(word, kHere);
}

TEST(DecodeMemory, OffsetIsSigned) {
  EXPECT_EQ(at(0x848E0004).op, Op::kLoadWord);  // ld 4[%r3], %r9
  EXPECT_EQ(at(0x848E0004).immediate, 4u);
  EXPECT_EQ(at(0x848EFFFC).immediate, 0xFFFFFFFCu);
}

TEST(DecodeMemory, ModeZeroIgnoresTheOffset) {
  EXPECT_EQ(at(0x848C0004).op, Op::kLoadWord);
  EXPECT_EQ(at(0x848C0004).immediate, 0u);
  EXPECT_EQ(at(0xA48C2802).rs2, 0);
}

TEST(DecodeMemory, PreDecrementUpdatesTheBaseFirst) {
  const Instruction i = at(0x948FFFFC);  // st %r9, [--%r3]

  EXPECT_EQ(i.op, Op::kStoreWordPre);
  EXPECT_EQ(i.rd, 9);
  EXPECT_EQ(i.rs1, 3);
  EXPECT_EQ(i.immediate, 0xFFFFFFFCu);
}

TEST(DecodeMemory, PostIncrementUpdatesTheBaseAfterwards) {
  EXPECT_EQ(at(0x848D0004).op, Op::kLoadWordPost);  // ld [%r3++], %r9
}

TEST(DecodeMemory, UpdateOfAReadOnlyBaseIsDropped) {
  EXPECT_EQ(at(0x84830004).op, Op::kLoadWord);  // ld [++%r0], %r9
  EXPECT_EQ(at(0x84830004).immediate, 4u);
  EXPECT_EQ(at(0x84810004).op, Op::kLoadWord);  // ld [%r0++], %r9
  EXPECT_EQ(at(0x84810004).immediate, 0u);
}

TEST(DecodeMemory, IndexIsASecondRegister) {
  const Instruction i = at(0xA48E2802);  // ld [%r3 add %r5], %r9

  EXPECT_EQ(i.op, Op::kLoadWord);
  EXPECT_EQ(i.rs2, 5);
  EXPECT_EQ(i.immediate, 0u);
}

TEST(DecodeMemory, IndexedWidths) {
  EXPECT_EQ(at(0xA48E2800).op, Op::kLoadHalfSigned);
  EXPECT_EQ(at(0xA48E2801).op, Op::kLoadHalf);
  EXPECT_EQ(at(0xA48E2804).op, Op::kLoadByteSigned);
  EXPECT_EQ(at(0xA48E2805).op, Op::kLoadByte);  // uld.b [%r3 add %r5], %r9
  EXPECT_EQ(at(0xB48E2800).op, Op::kStoreHalf);
  EXPECT_EQ(at(0xB48E2804).op, Op::kStoreByte);
}

TEST(DecodeMemory, OtherIndexOperationsArePrepared) {
  const Instruction i = at(0xA48F2A02);  // ld [*%r3 sub %r5], %r9

  EXPECT_EQ(i.op, Op::kPrepareAddress);
  EXPECT_EQ(i.inner, Op::kLoadWordPre);
  EXPECT_EQ(i.operation, Alu::kSub);
  EXPECT_EQ(i.index, 5);
  EXPECT_EQ(i.rs2, kScratch);
}

TEST(DecodeMemory, ShiftedIndexForcesAWord) {
  EXPECT_EQ(at(0xA48E2F80).inner, Op::kLoadWord);
}

TEST(DecodeMemory, PartWordOffsetHasTenSignedBits) {
  EXPECT_EQ(at(0xF48F0802).op, Op::kLoadHalfSigned);  // ld.h 2[%r3], %r9
  EXPECT_EQ(at(0xF48F0802).immediate, 2u);
  EXPECT_EQ(at(0xF48F0BFE).immediate, 0xFFFFFFFEu);
}

TEST(DecodeMemory, PartWordWidths) {
  EXPECT_EQ(at(0xF48F1802).op, Op::kLoadHalf);
  EXPECT_EQ(at(0xF48F4801).op, Op::kLoadByteSigned);
  EXPECT_EQ(at(0xF48F5801).op, Op::kLoadByte);
  EXPECT_EQ(at(0xF48F2802).op, Op::kStoreHalf);
  EXPECT_EQ(at(0xF48F6801).op, Op::kStoreByte);  // st.b %r9, 1[%r3]
}

TEST(DecodeMemory, PartWordModes) {
  EXPECT_EQ(at(0xF48F6C01).op, Op::kStoreBytePre);
  EXPECT_EQ(at(0xF48F6401).op, Op::kStoreBytePost);
  EXPECT_EQ(at(0xF48F6001).immediate, 0u);
}

TEST(DecodeMemory, AbsoluteAddressHas21BitsAndDropsTheLowTwo) {
  EXPECT_EQ(at(0xF4801234).op, Op::kLoadWord);  // ld [0x1234], %r9
  EXPECT_EQ(at(0xF4801234).immediate, 0x1234u);
  EXPECT_EQ(at(0xF4FDFFFF).op, Op::kStoreWord);
  EXPECT_EQ(at(0xF4FDFFFF).immediate, 0x1FFFFCu);
}

TEST(DecodeMemory, ReturnLoadsTheProgramCounter) {
  const Instruction i = at(0x8116FFFC);  // ld -4[%fp], %pc

  EXPECT_EQ(i.op, Op::kLoadPc);
  EXPECT_EQ(i.rs1, kFp);
}

TEST(DecodeMemory, PopIntoTheProgramCounter) {
  EXPECT_EQ(at(0x81110004).op, Op::kLoadPcPost);
}

TEST(DecodeMemory, PartOfAWordDoesNotGoIntoTheProgramCounter) {
  EXPECT_EQ(at(0xF10F0802).op, Op::kIllegal);
}

TEST(DecodeMemory, ProgramCounterAsBaseIsTheOwnAddress) {
  EXPECT_EQ(at(0x848A0008).op, Op::kLoadWord);  // ld 8[%pc], %r9
  EXPECT_EQ(at(0x848A0008).immediate, kHere + 8);
  EXPECT_EQ(at(0x848A0008).rs1, 0);
}

TEST(DecodeMemory, ProgramCounterIsNeverUpdatedAsABase) {
  EXPECT_EQ(at(0x848B0008).op, Op::kIllegal);
}

TEST(DecodeMemory, StoreOfTheProgramCounterIsPrepared) {
  EXPECT_EQ(at(0x910E0004).op, Op::kPrepareAddress);  // st %pc, 4[%r3]
  EXPECT_EQ(at(0x910E0004).inner, Op::kStoreWord);
  EXPECT_EQ(at(0x910E0004).rd, kPc);
}

TEST(DecodeMemory, LoadIntoAReadOnlyRegisterStillLoads) {
  EXPECT_EQ(at(0x800E0004).op, Op::kLoadWord);
  EXPECT_EQ(at(0x800E0004).rd, kDiscard);
}

TEST(DecodeMemory, StoreOfAReadOnlyRegisterStoresItsConstant) {
  EXPECT_EQ(at(0x908E0004).rd, 1);
}

TEST(DecodeMemory, StoreWaitsForItsDataToo) {
  EXPECT_EQ(at(0x948FFFFC).reads, 1u << 9 | 1u << 3);
  EXPECT_EQ(at(0x848E0004).reads, 1u << 3);
}

TEST(DecodeMemory, ContradictoryWidthIsIllegal) {
  EXPECT_EQ(at(0xA48E2806).op, Op::kIllegal);
  EXPECT_EQ(at(0xB48E2803).op, Op::kIllegal);
  EXPECT_EQ(at(0xF48F3802).op, Op::kIllegal);
}

}  // namespace
}  // namespace flybar::lanai
