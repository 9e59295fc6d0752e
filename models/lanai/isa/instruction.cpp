#include "models/lanai/isa/instruction.h"

#include <optional>

#include "models/lanai/isa/decode_detail.h"

namespace flybar::lanai {
namespace {

using namespace detail;

constexpr bool is_constant(std::uint8_t reg) {
  return reg <= kPc;
}
constexpr std::uint32_t constant(std::uint8_t reg, std::uint32_t address) {
  return reg == kPc ? address : reg == 0 ? 0 : 0xFFFFFFFF;
}
constexpr bool uses_carry(Alu operation) {
  return operation == Alu::kAddWithCarry || operation == Alu::kSubWithBorrow;
}

Instruction nop_reading(std::uint32_t reads) {
  return {.op = Op::kNop, .rd = kDiscard, .reads = reads};
}

/// An instruction that computes, before the fastest way to do it is chosen.
struct Computation {
  Alu operation;
  std::uint8_t rd, rs1, rs2;
  std::uint32_t immediate;
  Condition condition;
  bool sets_flags;
  bool has_immediate;

  std::uint32_t reads() const { return waits_for(rs1) | (has_immediate ? 0 : waits_for(rs2)); }
  bool predicated() const { return condition != Condition::kTrue; }
  bool has_effect() const {
    return condition != Condition::kFalse && (destination(rd) != kDiscard || sets_flags);
  }
  bool names_pc() const { return rd == kPc || rs1 == kPc || (!has_immediate && rs2 == kPc); }
};

Instruction general(const Computation& c) {
  return {.op = c.sets_flags ? Op::kGeneralF : Op::kGeneral,
          .rd = destination(c.rd),
          .rs1 = c.rs1,
          .rs2 = c.has_immediate ? std::uint8_t{0} : c.rs2,
          .condition = c.condition,
          .operation = c.operation,
          .immediate = c.immediate,
          .reads = c.reads()};
}

/// `mov %r9, %pc` and `add %r9, 8, %pc`: how compiled code calls through a pointer.
std::optional<Instruction> as_jump(const Computation& c) {
  const bool sum = c.operation == Alu::kAdd || c.operation == Alu::kOr;
  if (c.rd != kPc || c.sets_flags || c.rs1 == kPc) return {};
  Instruction jump{.op = c.predicated() ? Op::kJumpIf : Op::kJump,
                   .rd = kDiscard,
                   .rs1 = c.rs1,
                   .condition = c.condition,
                   .reads = c.reads()};
  if (c.has_immediate && (c.operation == Alu::kAdd || c.operation == Alu::kSub)) {
    jump.immediate = c.operation == Alu::kAdd ? c.immediate : -c.immediate;
  } else if (!c.has_immediate && sum && c.rs1 == 0 && c.rs2 != kPc) {
    jump.rs1 = c.rs2;
  } else if (c.has_immediate || !sum || c.rs2 != 0) {
    return {};
  }
  return jump;
}

/// Everything known beforehand: `mov 5, %r9`, `add %pc, 16, %rca`.
std::optional<Instruction> as_constant(const Computation& c, std::uint32_t address) {
  if (!c.has_immediate || !is_constant(c.rs1) || c.sets_flags || uses_carry(c.operation)) return {};
  const AluResult result = alu(c.operation, constant(c.rs1, address), c.immediate, 0);
  return Instruction{.op = c.rd == kPc ? Op::kBranchAlways : Op::kSetConstant,
                     .rd = c.rd == kPc ? kDiscard : c.rd,
                     .immediate = result.value};
}

/// A shift by a known count, if the count is one of the defined ones.
std::optional<Instruction> as_constant_shift(const Computation& c) {
  const bool right = static_cast<std::int32_t>(c.immediate) < 0;
  const std::uint32_t count = right ? -c.immediate : c.immediate;
  if (count > 31) return {};
  const Op first = c.sets_flags ? Op::kShiftLeftImmF : Op::kShiftLeftImm;
  const unsigned variant = !right ? 0 : c.operation == Alu::kShift ? 1 : 2;
  return Instruction{.op = offset(first, variant),
                     .rd = destination(c.rd),
                     .rs1 = c.rs1,
                     .immediate = count,
                     .reads = c.reads()};
}

Instruction plain(const Computation& c) {
  const Op first = c.has_immediate ? (c.sets_flags ? Op::kAddImmF : Op::kAddImm)
                                   : (c.sets_flags ? Op::kAddF : Op::kAdd);
  return {.op = offset(first, static_cast<unsigned>(c.operation)),
          .rd = destination(c.rd),
          .rs1 = c.rs1,
          .rs2 = c.rs2,
          .immediate = c.immediate,
          .reads = c.reads()};
}

Instruction choose(const Computation& c, std::uint32_t address) {
  if (!c.has_effect()) return nop_reading(c.reads());
  if (const auto jump = as_jump(c); jump && !(c.has_immediate && is_constant(c.rs1))) return *jump;
  if (const auto known = as_constant(c, address)) return *known;
  if (c.predicated() || c.names_pc()) return general(c);
  const bool shift = c.operation == Alu::kShift || c.operation == Alu::kShiftArithmetic;
  if (!shift || !c.has_immediate) return plain(c);
  return as_constant_shift(c).value_or(general(c));
}

/// H puts the constant in the high half. The other half is zeros, for `and` ones. Shifts take a
/// signed count, and H makes them arithmetic.
Instruction register_immediate(Fields f, std::uint32_t address) {
  Alu operation = Alu(f.bits(30, 28));
  const bool high = f.bit(16);
  std::uint32_t constant = high ? f.imm16() << 16 : f.imm16();
  if (operation == Alu::kAnd) constant |= high ? 0xFFFF : 0xFFFF0000;
  if (operation == Alu::kShift) constant = sign_extend(f.imm16(), 16);
  if (operation == Alu::kShift && high) operation = Alu::kShiftArithmetic;
  return choose({.operation = operation,
                 .rd = f.rd(),
                 .rs1 = f.rs1(),
                 .rs2 = 0,
                 .immediate = constant,
                 .condition = Condition::kTrue,
                 .sets_flags = f.bit(17),
                 .has_immediate = true},
                address);
}

/// `sel` has no meaning with flags or with the program counter: nothing emits it.
Instruction select(Fields f) {
  if (f.bit(17) || f.rd() == kPc || f.rs1() == kPc || f.rs2() == kPc) return {};
  const std::uint32_t reads = waits_for(f.rs1()) | waits_for(f.rs2());
  if (destination(f.rd()) == kDiscard) return nop_reading(reads);
  return {.op = Op::kSelect,
          .rd = f.rd(),
          .rs1 = f.rs1(),
          .rs2 = f.rs2(),
          .condition = Condition(f.predicate()),
          .reads = reads};
}

Instruction register_register(Fields f, std::uint32_t address) {
  if (f.bbb() == 0b111 && f.jjjjj() == kSelectCode) return select(f);
  const auto operation = register_operation(f);
  if (!operation) return {};
  return choose({.operation = *operation,
                 .rd = f.rd(),
                 .rs1 = f.rs1(),
                 .rs2 = f.rs2(),
                 .immediate = 0,
                 .condition = Condition(f.predicate()),
                 .sets_flags = f.bit(17),
                 .has_immediate = false},
                address);
}

Instruction count_bits(Fields f) {
  const std::uint32_t which = f.bits(2, 0);
  if (which < 1 || which > 3 || f.bits(16, 3) != 0) return {};
  const Computation c{.operation = offset(Alu::kPopulation, which - 1),
                      .rd = f.rd(),
                      .rs1 = f.rs1(),
                      .rs2 = 0,
                      .immediate = 0,
                      .condition = Condition::kTrue,
                      .sets_flags = f.bit(17),
                      .has_immediate = true};
  if (!c.has_effect()) return nop_reading(c.reads());
  if (c.sets_flags || c.names_pc()) return general(c);
  return {.op = offset(Op::kPopulation, which - 1), .rd = c.rd, .rs1 = c.rs1, .reads = c.reads()};
}

Instruction branch_to(std::uint32_t target, Condition condition) {
  if (condition == Condition::kFalse) return nop_reading(0);
  const Op op = condition == Condition::kTrue ? Op::kBranchAlways : Op::kBranch;
  return {.op = op, .rd = kDiscard, .condition = condition, .immediate = target};
}

Instruction branch_relative(Fields f, Condition condition, std::uint32_t address) {
  if (f.bit(23) || f.bits(17, 16) != 0) return {};
  const std::uint32_t distance = sign_extend(f.bits(15, 2), 14) << 2;
  if (is_constant(f.rs1())) return branch_to(constant(f.rs1(), address) + distance, condition);
  if (condition == Condition::kFalse) return nop_reading(waits_for(f.rs1()));
  return {.op = condition == Condition::kTrue ? Op::kJump : Op::kJumpIf,
          .rd = kDiscard,
          .rs1 = f.rs1(),
          .condition = condition,
          .immediate = distance,
          .reads = waits_for(f.rs1())};
}

/// The destination lies where Rs1 is elsewhere.
Instruction set_condition(Fields f, Condition condition) {
  if (f.rs1() == kPc || f.bits(24, 23) != 0 || f.bits(17, 2) != 0) return {};
  if (destination(f.rs1()) == kDiscard) return nop_reading(0);
  return {.op = Op::kSetCondition, .rd = f.rs1(), .condition = condition};
}

Instruction branch_or_set(Fields f, std::uint32_t address) {
  const Condition condition = Condition(f.branch_condition());
  if (!f.bit(1)) return branch_to(f.word & 0x01FFFFFC, condition);
  return f.bit(24) ? branch_relative(f, condition, address) : set_condition(f, condition);
}

Instruction load_constant(Fields f, std::uint32_t address) {
  return choose({.operation = Alu::kAdd,
                 .rd = f.rd(),
                 .rs1 = 0,
                 .rs2 = 0,
                 .immediate = f.imm21(),
                 .condition = Condition::kTrue,
                 .sets_flags = false,
                 .has_immediate = true},
                address);
}

/// What is left after these is `punt` and the register branches of LANai 3, which clang's Lanai
/// lacks.
Instruction opcode_15(Fields f, std::uint32_t address) {
  if (!f.bit(17)) return memory_absolute(f, address);
  if (!f.bit(16)) return load_constant(f, address);
  if (!f.bit(15)) return memory_part(f, address);
  return {};
}

}  // namespace

Instruction decode(std::uint32_t word, std::uint32_t address) {
  const Fields f{word};
  switch (f.opcode()) {
    case 0b1000:
    case 0b1001:
      return memory_immediate(f, address);
    case 0b1010:
    case 0b1011:
      return memory_register(f, address);
    case 0b1100:
      return register_register(f, address);
    case 0b1101:
      return count_bits(f);
    case 0b1110:
      return branch_or_set(f, address);
    case 0b1111:
      return opcode_15(f, address);
    default:
      return register_immediate(f, address);
  }
}

}  // namespace flybar::lanai
