/// What instructions do to registers, flags and the program counter.
#pragma once

#include "models/lanai/core/pipeline.h"
#include "models/lanai/isa/instruction.h"

namespace flybar::lanai {

/// Counts are 0 to 31.
constexpr std::uint32_t arithmetic_right(std::uint32_t value, std::uint32_t count) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(value) >> count);
}

/// Where an instruction goes on, if it jumps.
struct Jump {
  bool taken = false;
  std::uint32_t target = 0;
  void to(std::uint32_t address) { *this = {true, address}; }
};

/// Executes `in`, whose operation is `op` and whose condition is `condition`: the caller may know
/// both beforehand. For all that does not access memory and is not general.
[[gnu::always_inline]] inline void execute(Op op, Condition condition, Registers& r,
                                           LazyFlags& flags, Jump& jump, const Instruction& in) {
  const auto set_flags = [&](AluResult result) {
    r[in.rd] = result.value;
    flags = result.flags;
  };
  const std::uint32_t a = r[in.rs1];
  switch (op) {
    case Op::kNop:
      break;
    case Op::kSetConstant:
      r[in.rd] = in.immediate;
      break;
    case Op::kAdd:
      r[in.rd] = a + r[in.rs2];
      break;
    case Op::kAddWithCarry:
      r[in.rd] = a + r[in.rs2] + flags.carry();
      break;
    case Op::kSub:
      r[in.rd] = a - r[in.rs2];
      break;
    case Op::kSubWithBorrow:
      r[in.rd] = a + ~r[in.rs2] + flags.carry();
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
      set_flags(add(a, r[in.rs2], flags.carry()));
      break;
    case Op::kSubF:
      set_flags(subtract(a, r[in.rs2], 1));
      break;
    case Op::kSubWithBorrowF:
      set_flags(subtract(a, r[in.rs2], flags.carry()));
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
      r[in.rd] = a + in.immediate + flags.carry();
      break;
    case Op::kSubImm:
      r[in.rd] = a - in.immediate;
      break;
    case Op::kSubWithBorrowImm:
      r[in.rd] = a + ~in.immediate + flags.carry();
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
      set_flags(add(a, in.immediate, flags.carry()));
      break;
    case Op::kSubImmF:
      set_flags(subtract(a, in.immediate, 1));
      break;
    case Op::kSubWithBorrowImmF:
      set_flags(subtract(a, in.immediate, flags.carry()));
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
      r[in.rd] = flags.meet(condition) ? a : r[in.rs2];
      break;
    case Op::kSetCondition:
      r[in.rd] = flags.meet(condition) ? 1 : 0;
      break;
    case Op::kBranchAlways:
      jump.to(in.immediate);
      break;
    case Op::kBranch:
      if (flags.meet(condition)) jump.to(in.immediate);
      break;
    case Op::kJump:
      jump.to(a + in.immediate);
      break;
    case Op::kJumpIf:
      if (flags.meet(condition)) jump.to(a + in.immediate);
      break;
    default:
      break;
  }
}

/// Op::kGeneral and Op::kGeneralF of the instruction at `pc`.
inline void execute_general(Registers& r, LazyFlags& flags, Jump& jump, std::uint32_t pc,
                            const Instruction& in) {
  r[kPc] = pc;
  if (!flags.meet(in.condition)) return;
  const AluResult result = alu(in.operation, r[in.rs1], r[in.rs2] + in.immediate, flags);
  if (in.op == Op::kGeneralF) flags = result.flags;
  if (in.rd == kPc) return jump.to(result.value);
  r[in.rd] = result.value;
}

}  // namespace flybar::lanai
