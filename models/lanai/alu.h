/// The arithmetic of the Lanai core: one place for every result and every flag.
///
/// Source of all rules: the instruction formats of LLVM 14's Lanai target (D), executed (M).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace flybar::lanai {

/// The four flags as one nibble.
using Flags = std::uint8_t;
constexpr Flags kCarry = 1;
constexpr Flags kOverflow = 2;
constexpr Flags kNegative = 4;
constexpr Flags kZero = 8;

/// What an instruction asks of the flags; the value is the field DDDI of the instruction.
enum class Condition : std::uint8_t {
  kTrue,
  kFalse,
  kUnsignedGreater,
  kUnsignedLessOrEqual,
  kUnsignedLess,
  kUnsignedGreaterOrEqual,
  kNotEqual,
  kEqual,
  kOverflowClear,
  kOverflowSet,
  kPlus,
  kMinus,
  kGreaterOrEqual,
  kLess,
  kGreater,
  kLessOrEqual,
};

constexpr bool test_condition(Condition condition, Flags flags) {
  const bool c = flags & kCarry, v = flags & kOverflow, n = flags & kNegative, z = flags & kZero;
  const bool even_conditions[] = {true, c && !z, !c, !z, !v, !n, n == v, n == v && !z};
  const auto code = static_cast<unsigned>(condition);
  return even_conditions[code >> 1] != (code & 1);  // every odd code is the opposite
}

namespace detail {
consteval std::array<std::uint16_t, 16> condition_masks() {
  std::array<std::uint16_t, 16> masks{};
  for (unsigned code = 0; code < 16; ++code)
    for (unsigned flags = 0; flags < 16; ++flags)
      if (test_condition(Condition(code), Flags(flags)))
        masks[code] = static_cast<std::uint16_t>(masks[code] | 1u << flags);
  return masks;
}
inline constexpr auto kConditionMasks = condition_masks();
}  // namespace detail

/// The same as test_condition, by one look-up.
constexpr bool holds(Condition condition, Flags flags) {
  return detail::kConditionMasks[static_cast<unsigned>(condition)] >> flags & 1;
}

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
  Flags flags;
};

constexpr Flags zero_and_negative(std::uint32_t value) {
  return static_cast<Flags>((value == 0 ? kZero : 0) | (value >> 31 ? kNegative : 0));
}

/// a + b + carry. A subtraction is add(a, ~b, 1), so that its carry means "no borrow".
constexpr AluResult add(std::uint32_t a, std::uint32_t b, std::uint32_t carry) {
  const std::uint64_t wide = std::uint64_t{a} + b + carry;
  const auto value = static_cast<std::uint32_t>(wide);
  const bool overflow = ((a ^ value) & (b ^ value)) >> 31;
  return {value, static_cast<Flags>(zero_and_negative(value) | (overflow ? kOverflow : 0) |
                                    (wide >> 32 ? kCarry : 0))};
}

constexpr AluResult logic(std::uint32_t value) {
  return {value, zero_and_negative(value)};
}

/// Carry is the last bit that leaves on the left.
constexpr AluResult shift_left(std::uint32_t a, std::uint32_t count) {
  if (count == 0) return logic(a);
  if (count > 32) return logic(0);
  const std::uint32_t value = count == 32 ? 0 : a << count;
  const bool carry = a >> (32 - count) & 1;
  return {value, static_cast<Flags>(zero_and_negative(value) | (carry ? kCarry : 0))};
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
      return add(a, ~b, 1);
    case Alu::kSubWithBorrow:
      return add(a, ~b, flags & kCarry);
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
