/// What both halves of the decoder share.
#pragma once

#include <optional>

#include "models/lanai/isa/fields.h"
#include "models/lanai/isa/instruction.h"

namespace flybar::lanai::detail {

template <class Enum>
constexpr Enum offset(Enum first, unsigned n) {
  return static_cast<Enum>(static_cast<unsigned>(first) + n);
}

/// Registers that a load can be under way to. r0, r1 and the program counter never are.
constexpr std::uint32_t waits_for(std::uint8_t reg) {
  return reg > kPc ? 1u << reg : 0;
}

constexpr std::uint8_t destination(std::uint8_t reg) {
  return reg < kPc ? kDiscard : reg;
}

/// JJJJJ counts only for BBB = 111: Myricom's assembler sets some of its bits elsewhere.
inline std::optional<Alu> register_operation(Fields f) {
  if (f.bbb() != 0b111) return Alu(f.bbb());
  if (f.jjjjj() == kLogicalShiftCode) return Alu::kShift;
  if (f.jjjjj() == kArithmeticShiftCode) return Alu::kShiftArithmetic;
  return {};
}

Instruction memory_immediate(Fields f, std::uint32_t address);
Instruction memory_register(Fields f, std::uint32_t address);
Instruction memory_part(Fields f, std::uint32_t address);
Instruction memory_absolute(Fields f, std::uint32_t address);

}  // namespace flybar::lanai::detail
