/// One decoded Lanai instruction: what to do, with everything known beforehand already done.
#pragma once

#include <cstdint>

#include "models/lanai/isa/alu.h"

namespace flybar::lanai {

constexpr std::uint8_t kPc = 2;
constexpr std::uint8_t kSp = 4;
constexpr std::uint8_t kFp = 5;
/// Takes what is written to r0 and r1, which always hold 0 and 0xFFFFFFFF.
constexpr std::uint8_t kDiscard = 32;
/// Holds the offset that Op::kPrepareAddress works out.
constexpr std::uint8_t kScratch = 33;
/// Length of the interpreter's register array.
constexpr std::size_t kRegisters = 34;

/// Below, R[n] is entry n of that array, `imm` Instruction::immediate, and "sets flags" means that
/// all four flags become those of alu.h. No operation but kGeneral, kGeneralF and kPrepareAddress
/// ever reads or writes R[kPc].
enum class Op : std::uint8_t {
  kIllegal,  ///< no instruction of this core; `punt` and register branches of LANai 3 among them
  kNop,      ///< any instruction without effect
  kSetConstant,  ///< R[rd] = imm

  // R[rd] = R[rs1] op R[rs2]; F sets flags.
  kAdd,
  kAddWithCarry,
  kSub,
  kSubWithBorrow,
  kAnd,
  kOr,
  kXor,
  kShift,
  kShiftArithmetic,
  kAddF,
  kAddWithCarryF,
  kSubF,
  kSubWithBorrowF,
  kAndF,
  kOrF,
  kXorF,
  kShiftF,
  kShiftArithmeticF,

  // R[rd] = R[rs1] op imm; F sets flags. Shift counts are 0 to 31.
  kAddImm,
  kAddWithCarryImm,
  kSubImm,
  kSubWithBorrowImm,
  kAndImm,
  kOrImm,
  kXorImm,
  kShiftLeftImm,
  kShiftRightImm,
  kShiftRightArithmeticImm,
  kAddImmF,
  kAddWithCarryImmF,
  kSubImmF,
  kSubWithBorrowImmF,
  kAndImmF,
  kOrImmF,
  kXorImmF,
  kShiftLeftImmF,
  kShiftRightImmF,
  kShiftRightArithmeticImmF,

  kPopulation,     ///< R[rd] = number of ones in R[rs1]
  kLeadingZeros,   ///< R[rd] = zeros at the top of R[rs1]; 32 for zero
  kTrailingZeros,  ///< R[rd] = zeros at the bottom of R[rs1]; 32 for zero
  kSelect,         ///< R[rd] = condition ? R[rs1] : R[rs2]
  kSetCondition,   ///< R[rd] = condition ? 1 : 0

  /// Predicated, or names the program counter in an unusual way. R[kPc] = own address; then, only
  /// if the condition holds, result = alu(operation, R[rs1], R[rs2] + imm); to R[rd], or, if rd is
  /// kPc, a jump there with one delay slot. F sets flags.
  kGeneral,
  kGeneralF,

  // One delay slot.
  kBranchAlways,  ///< to imm
  kBranch,        ///< to imm if the condition holds
  kJump,          ///< to R[rs1] + imm
  kJumpIf,        ///< the same if the condition holds

  // The address is R[rs1] + R[rs2] + imm. Pre also writes it to R[rs1]. Post uses R[rs1] alone as
  // the address and writes R[rs1] + R[rs2] + imm to R[rs1]. A load into its own base register
  // leaves the loaded value. A plain load or store that ignores its offset has imm 0 and rs2 r0.
  kLoadWord,
  kLoadHalf,
  kLoadHalfSigned,
  kLoadByte,
  kLoadByteSigned,
  kLoadPc,  ///< a word to the program counter, with two delay slots
  kLoadWordPre,
  kLoadHalfPre,
  kLoadHalfSignedPre,
  kLoadBytePre,
  kLoadByteSignedPre,
  kLoadPcPre,
  kLoadWordPost,
  kLoadHalfPost,
  kLoadHalfSignedPost,
  kLoadBytePost,
  kLoadByteSignedPost,
  kLoadPcPost,

  // The data is R[rd] as it was before any update of the base.
  kStoreWord,
  kStoreHalf,
  kStoreByte,
  kStoreWordPre,
  kStoreHalfPre,
  kStoreBytePre,
  kStoreWordPost,
  kStoreHalfPost,
  kStoreBytePost,

  /// Rare memory accesses: R[kPc] = own address;
  /// R[kScratch] = alu(operation, R[rs1], R[index]) - R[rs1]; then do `inner` in the same cycle,
  /// whose rs2 is kScratch.
  kPrepareAddress,
};

constexpr bool is_load(Op op) {
  return op >= Op::kLoadWord && op <= Op::kLoadPcPost;
}
constexpr bool is_store(Op op) {
  return op >= Op::kStoreWord && op <= Op::kStoreBytePost;
}

struct Instruction {
  Op op = Op::kIllegal;
  std::uint8_t rd = kDiscard;  ///< destination (never r0, r1); source of a store
  std::uint8_t rs1 = 0;
  std::uint8_t rs2 = 0;
  Condition condition = Condition::kTrue;
  Alu operation = Alu::kAdd;    ///< of kGeneral, kGeneralF and kPrepareAddress
  Op inner = Op::kNop;          ///< of kPrepareAddress
  std::uint8_t index = 0;       ///< of kPrepareAddress
  std::uint32_t immediate = 0;  ///< expanded as the format says: shifted, inverted, sign-extended
  /// Bit n: waits for a load into register n (3 to 31) that is still under way. Names the registers
  /// the instruction reads, whatever its condition. To test it: std::uint64_t{reads} >> rd & 1.
  std::uint32_t reads = 0;
};
static_assert(sizeof(Instruction) == 16);

constexpr bool is_load(const Instruction& i) {
  return is_load(i.op == Op::kPrepareAddress ? i.inner : i.op);
}
constexpr bool is_store(const Instruction& i) {
  return is_store(i.op == Op::kPrepareAddress ? i.inner : i.op);
}

/// Never fails: what is no instruction becomes Op::kIllegal. `address` is where the word lies,
/// because reading the program counter gives the address of the reading instruction itself.
Instruction decode(std::uint32_t word, std::uint32_t address);

}  // namespace flybar::lanai
