#include "models/rtl/executor/decoded_word.h"

#include "models/lanai/isa/decode_detail.h"

namespace flybar::rtl {
namespace {

using lanai::Alu;
using lanai::Fields;
using lanai::kPc;
using Kind = DecodedWord::Kind;
using Width = DecodedWord::Width;

void register_and_immediate(DecodedWord& in, Fields f) {
  const std::uint32_t aaa = f.bits(30, 28), low = f.imm16();
  const bool high = f.bit(16);
  in.operation = aaa == 7 && high ? Alu::kShiftArithmetic : Alu(aaa);
  in.sets_flags = f.bit(17);
  const std::uint32_t rest = in.operation == Alu::kAnd ? 0xFFFF : 0;
  in.immediate = aaa == 7 ? lanai::sign_extend(low, 16)
                 : high   ? low << 16 | rest
                          : rest << 16 | low;
}

void register_operation(DecodedWord& in, Fields f) {
  const auto operation = lanai::detail::register_operation(f);
  in.immediate = std::nullopt;
  in.rs2 = f.rs2();
  in.operation = operation.value_or(Alu::kShift);
  in.illegal = !operation;
}

void word_at_offset(DecodedWord& in, Fields f) {
  in.kind = Kind::kMemory;
  in.store = f.bit(28);
  in.immediate = lanai::sign_extend(f.imm16(), 16);
  in.update = f.bit(16);
  in.at_base = !f.bit(17);
}

void at_index(DecodedWord& in, Fields f) {
  in.kind = Kind::kMemory;
  in.store = f.bit(28);
  register_operation(in, f);
  in.update = f.bit(16);
  in.at_base = !f.bit(17);
  in.sign_extends = !f.bit(0);
  if (!f.bit(1) && f.bbb() != 7) in.width = f.bit(2) ? Width::kByte : Width::kHalf;
  in.illegal |= (f.bit(2) && f.bit(1)) || (f.bit(28) && f.bit(0));
}

void register_and_register(DecodedWord& in, Fields f) {
  register_operation(in, f);
  in.condition = static_cast<std::uint8_t>(f.predicate());
  in.sets_flags = f.bit(17);
  if (f.bbb() != 7 || f.jjjjj() != lanai::kSelectCode) return;
  in.kind = Kind::kSelect;
  in.illegal = f.bit(17) || f.rd() == kPc || f.rs1() == kPc || f.rs2() == kPc;
}

void counts_of_bits(DecodedWord& in, Fields f) {
  in.sets_flags = f.bit(17);
  in.operation = f.bits(2, 0) == 1   ? Alu::kPopulation
                 : f.bits(2, 0) == 2 ? Alu::kLeadingZeros
                                     : Alu::kTrailingZeros;
  in.illegal = f.bits(2, 0) == 0 || f.bits(2, 0) > 3 || f.bits(16, 3) != 0;
}

void branch(DecodedWord& in, Fields f) {
  in.condition = static_cast<std::uint8_t>(f.branch_condition());
  in.rd = kPc;
  if (!f.bit(1)) {
    in.rs1 = 0;
    in.immediate = f.bits(24, 2) << 2;
  } else if (f.bit(24)) {
    in.immediate = lanai::sign_extend(f.bits(15, 2) << 2, 16);
    in.illegal = f.bit(23) || f.bits(17, 16) != 0;
  } else {  // set condition: the destination lies where Rs1 is elsewhere
    in.kind = Kind::kSetCondition;
    in.rd = f.rs1();
    in.rs1 = 0;
    in.illegal = f.rs1() == kPc || f.bit(23) || f.bits(17, 2) != 0;
  }
}

void special(DecodedWord& in, Fields f) {
  in.rs1 = 0;
  in.immediate = f.imm21();
  if (!f.bit(17)) {  // a word at an absolute address
    in.kind = Kind::kMemory;
    in.store = f.bit(16);
  } else if (f.bit(16)) {  // a byte or half at base and offset
    in.kind = Kind::kMemory;
    in.rs1 = f.rs1();
    in.store = f.bit(13);
    in.width = f.bit(14) ? Width::kByte : Width::kHalf;
    in.sign_extends = !f.bit(12);
    in.immediate = lanai::sign_extend(f.bits(9, 0), 10);
    in.update = f.bit(10);
    in.at_base = !f.bit(11);
    in.illegal = f.bit(15) || (f.bit(13) && f.bit(12));
  }
}

void finish_access(DecodedWord& in) {
  if (in.rs1 < kPc) in.update = false;
  if (in.at_base && !in.update) in.rs2 = 0;
  in.illegal |= !in.store && in.rd == kPc && in.width != Width::kWord;
  in.illegal |= in.rs1 == kPc && in.update;
}

}  // namespace

DecodedWord decode_word(std::uint32_t word) {
  const Fields f{word};
  DecodedWord in{.rd = f.rd(), .rs1 = f.rs1()};
  switch (f.opcode()) {
    case 0b1000:
    case 0b1001:
      word_at_offset(in, f);
      break;
    case 0b1010:
    case 0b1011:
      at_index(in, f);
      break;
    case 0b1100:
      register_and_register(in, f);
      break;
    case 0b1101:
      counts_of_bits(in, f);
      break;
    case 0b1110:
      branch(in, f);
      break;
    case 0b1111:
      special(in, f);
      break;
    default:
      register_and_immediate(in, f);
  }
  if (in.kind == Kind::kMemory) finish_access(in);
  return in;
}

std::uint64_t DecodedWord::packed() const {
  std::uint64_t bits = 0;
  const auto add = [&bits](auto value, unsigned bits_wide) {
    bits = bits << bits_wide | static_cast<std::uint64_t>(value);
  };
  add(illegal, 1);
  add(kind, 2);
  add(operation, 4);
  add(rd, 5);
  add(rs1, 5);
  add(rs2, 5);
  add(condition, 4);
  add(sets_flags, 1);
  add(store, 1);
  add(width, 2);
  add(sign_extends, 1);
  add(update, 1);
  add(at_base, 1);
  return bits;
}

}  // namespace flybar::rtl
