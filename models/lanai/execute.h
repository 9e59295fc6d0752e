/// What instructions do to registers, flags and the program counter.
#pragma once

#include "models/lanai/instruction.h"
#include "models/lanai/pipeline.h"

namespace flybar::lanai {

using Registers = std::array<std::uint32_t, kRegisters>;

/// Counts are 0 to 31.
constexpr std::uint32_t arithmetic_right(std::uint32_t value, std::uint32_t count) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(value) >> count);
}

/// What remains to be done of an instruction.
enum class Todo : std::uint8_t {
  kShift,  ///< nothing but to shift the pipeline, as after any other
  kLoad,   ///< to load a word
  kStore,  ///< to store a word
  kRare,   ///< everything
};

/// Executes the instruction at at.pc, if it is a frequent one that does not access memory. One
/// switch for everything, without a compare before it.
[[gnu::always_inline]] inline Todo execute(Registers& r, Flags& flags, Place& at,
                                           const Instruction& in) {
  if (in.op > Op::kPrepareAddress) __builtin_unreachable();
  const auto set_flags = [&](AluResult result) {
    r[in.rd] = result.value;
    flags = result.flags;
  };
  const std::uint32_t a = r[in.rs1];
  switch (in.op) {
    case Op::kNop:
      break;
    case Op::kSetConstant:
      r[in.rd] = in.immediate;
      break;
    case Op::kAdd:
      r[in.rd] = a + r[in.rs2];
      break;
    case Op::kAddWithCarry:
      r[in.rd] = a + r[in.rs2] + (flags & kCarry);
      break;
    case Op::kSub:
      r[in.rd] = a - r[in.rs2];
      break;
    case Op::kSubWithBorrow:
      r[in.rd] = a + ~r[in.rs2] + (flags & kCarry);
      break;
    case Op::kAnd:
      r[in.rd] = a & r[in.rs2];
      break;
    case Op::kOr:
      r[in.rd] = a | r[in.rs2];
      break;
    case Op::kXor:
      r[in.rd] = a ^ r[in.rs2];
      break;
    case Op::kShift:
      r[in.rd] = shift(a, r[in.rs2], false).value;
      break;
    case Op::kShiftArithmetic:
      r[in.rd] = shift(a, r[in.rs2], true).value;
      break;
    case Op::kAddF:
      set_flags(add(a, r[in.rs2], 0));
      break;
    case Op::kAddWithCarryF:
      set_flags(add(a, r[in.rs2], flags & kCarry));
      break;
    case Op::kSubF:
      set_flags(add(a, ~r[in.rs2], 1));
      break;
    case Op::kSubWithBorrowF:
      set_flags(add(a, ~r[in.rs2], flags & kCarry));
      break;
    case Op::kAndF:
      set_flags(logic(a & r[in.rs2]));
      break;
    case Op::kOrF:
      set_flags(logic(a | r[in.rs2]));
      break;
    case Op::kXorF:
      set_flags(logic(a ^ r[in.rs2]));
      break;
    case Op::kShiftF:
      set_flags(shift(a, r[in.rs2], false));
      break;
    case Op::kShiftArithmeticF:
      set_flags(shift(a, r[in.rs2], true));
      break;
    case Op::kAddImm:
      r[in.rd] = a + in.immediate;
      break;
    case Op::kAddWithCarryImm:
      r[in.rd] = a + in.immediate + (flags & kCarry);
      break;
    case Op::kSubImm:
      r[in.rd] = a - in.immediate;
      break;
    case Op::kSubWithBorrowImm:
      r[in.rd] = a + ~in.immediate + (flags & kCarry);
      break;
    case Op::kAndImm:
      r[in.rd] = a & in.immediate;
      break;
    case Op::kOrImm:
      r[in.rd] = a | in.immediate;
      break;
    case Op::kXorImm:
      r[in.rd] = a ^ in.immediate;
      break;
    case Op::kShiftLeftImm:
      r[in.rd] = a << in.immediate;
      break;
    case Op::kShiftRightImm:
      r[in.rd] = a >> in.immediate;
      break;
    case Op::kShiftRightArithmeticImm:
      r[in.rd] = arithmetic_right(a, in.immediate);
      break;
    case Op::kAddImmF:
      set_flags(add(a, in.immediate, 0));
      break;
    case Op::kAddWithCarryImmF:
      set_flags(add(a, in.immediate, flags & kCarry));
      break;
    case Op::kSubImmF:
      set_flags(add(a, ~in.immediate, 1));
      break;
    case Op::kSubWithBorrowImmF:
      set_flags(add(a, ~in.immediate, flags & kCarry));
      break;
    case Op::kAndImmF:
      set_flags(logic(a & in.immediate));
      break;
    case Op::kOrImmF:
      set_flags(logic(a | in.immediate));
      break;
    case Op::kXorImmF:
      set_flags(logic(a ^ in.immediate));
      break;
    case Op::kShiftLeftImmF:
      set_flags(shift_left(a, in.immediate));
      break;
    case Op::kShiftRightImmF:
      set_flags(shift_right(a, in.immediate));
      break;
    case Op::kShiftRightArithmeticImmF:
      set_flags(shift_right_arithmetic(a, in.immediate));
      break;
    case Op::kPopulation:
      r[in.rd] = alu(Alu::kPopulation, a, 0, 0).value;
      break;
    case Op::kLeadingZeros:
      r[in.rd] = alu(Alu::kLeadingZeros, a, 0, 0).value;
      break;
    case Op::kTrailingZeros:
      r[in.rd] = alu(Alu::kTrailingZeros, a, 0, 0).value;
      break;
    case Op::kSelect:
      r[in.rd] = holds(in.condition, flags) ? a : r[in.rs2];
      break;
    case Op::kSetCondition:
      r[in.rd] = holds(in.condition, flags) ? 1 : 0;
      break;
    case Op::kBranchAlways:
      at.jump(in.immediate);
      break;
    case Op::kBranch:
      if (holds(in.condition, flags)) at.jump(in.immediate);
      break;
    case Op::kJump:
      at.jump(a + in.immediate);
      break;
    case Op::kJumpIf:
      if (holds(in.condition, flags)) at.jump(a + in.immediate);
      break;
    case Op::kLoadWord:
      return Todo::kLoad;
    case Op::kStoreWord:
      return Todo::kStore;
    default:
      return Todo::kRare;
  }
  return Todo::kShift;
}

/// Op::kGeneral and Op::kGeneralF, but for the shift of the pipeline.
inline void execute_general(Registers& r, Pipeline& p, const Instruction& in) {
  r[kPc] = p.pc;
  if (!holds(in.condition, p.flags)) return;
  const AluResult result = alu(in.operation, r[in.rs1], r[in.rs2] + in.immediate, p.flags);
  if (in.op == Op::kGeneralF) p.flags = result.flags;
  if (in.rd == kPc) return p.jump(result.value);
  r[in.rd] = result.value;
}

}  // namespace flybar::lanai
