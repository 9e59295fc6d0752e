/// The arithmetic of the Lanai core: one place for every result and every flag.
///
/// Source of all rules: the instruction formats of LLVM 14's Lanai target (D), executed (M).
#pragma once

#include <bit>
#include <cstdint>

#include "models/lanai/isa/flags.h"

namespace flybar::lanai {

/// The first eight are the codes of the fields AAA and BBB.
enum class Alu : std::uint8_t {
  kAdd,
  kAddWithCarry,
  kSub,
  kSubWithBorrow,
  kAnd,
  kOr,
  kXor,
  kShift,            ///< logical; the count is signed, positive to the left
  kShiftArithmetic,  ///< the same, but a right shift repeats the sign
  kPopulation,       ///< number of ones in the first operand
  kLeadingZeros,     ///< of the first operand; 32 for zero
  kTrailingZeros,    ///< of the first operand; 32 for zero
};

struct AluResult {
  std::uint32_t value;
  LazyFlags flags;
};

/// a + b + carry.
constexpr AluResult add(std::uint32_t a, std::uint32_t b, std::uint32_t carry) {
  const std::uint64_t sum = std::uint64_t{a} + b + carry;
  const auto x = static_cast<std::int32_t>(a), y = static_cast<std::int32_t>(b);
  return {static_cast<std::uint32_t>(sum), {sum, std::int64_t{x} + y + carry}};
}

/// a + ~b + carry: its carry means "no borrow".
constexpr AluResult subtract(std::uint32_t a, std::uint32_t b, std::uint32_t carry) {
  const std::uint64_t sum = std::uint64_t{a} + ~b + carry;
  const auto x = static_cast<std::int32_t>(a), y = static_cast<std::int32_t>(b);
  return {static_cast<std::uint32_t>(sum), {sum, std::int64_t{x} - y - 1 + carry}};
}

constexpr AluResult logic(std::uint32_t value) {
  return {value, {value, static_cast<std::int32_t>(value)}};
}

/// Carry is the last bit that leaves on the left.
constexpr AluResult shift_left(std::uint32_t a, std::uint32_t count) {
  const std::uint64_t wide = count > 32 ? 0 : (std::uint64_t{a} << count) & 0x1FFFFFFFF;
  const auto value = static_cast<std::uint32_t>(wide);
  return {value, {wide, static_cast<std::int32_t>(value)}};
}

/// No carry, whatever leaves on the right.
constexpr AluResult shift_right(std::uint32_t a, std::uint32_t count) {
  return logic(count > 31 ? 0 : a >> count);
}

constexpr AluResult shift_right_arithmetic(std::uint32_t a, std::uint32_t count) {
  return logic(
      static_cast<std::uint32_t>(static_cast<std::int32_t>(a) >> (count > 31 ? 31 : count)));
}

/// Counts beyond 31 are undefined in the instruction set, but compiled code executes them and
/// throws the result away: they shift everything out (G), and never trap.
constexpr AluResult shift(std::uint32_t a, std::uint32_t count, bool arithmetic) {
  if (static_cast<std::int32_t>(count) >= 0) return shift_left(a, count);
  return arithmetic ? shift_right_arithmetic(a, -count) : shift_right(a, -count);
}

constexpr AluResult alu(Alu operation, std::uint32_t a, std::uint32_t b, Flags flags) {
  switch (operation) {
    case Alu::kAdd:
      return add(a, b, 0);
    case Alu::kAddWithCarry:
      return add(a, b, flags & kCarry);
    case Alu::kSub:
      return subtract(a, b, 1);
    case Alu::kSubWithBorrow:
      return subtract(a, b, flags & kCarry);
    case Alu::kAnd:
      return logic(a & b);
    case Alu::kOr:
      return logic(a | b);
    case Alu::kXor:
      return logic(a ^ b);
    case Alu::kShift:
      return shift(a, b, false);
    case Alu::kShiftArithmetic:
      return shift(a, b, true);
    case Alu::kPopulation:
      return logic(static_cast<std::uint32_t>(std::popcount(a)));
    case Alu::kLeadingZeros:
      return logic(static_cast<std::uint32_t>(std::countl_zero(a)));
    case Alu::kTrailingZeros:
      return logic(static_cast<std::uint32_t>(std::countr_zero(a)));
  }
  return {};
}

}  // namespace flybar::lanai
