/// The four flags of the Lanai core, and what instructions ask of them.
///
/// Source of all rules: the instruction formats of LLVM 14's Lanai target (D), executed (M).
#pragma once

#include <cstdint>

namespace flybar::lanai {

/// All four as one nibble.
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

constexpr bool holds(Condition condition, Flags flags) {
  const bool c = flags & kCarry, v = flags & kOverflow, n = flags & kNegative, z = flags & kZero;
  const bool even_conditions[] = {true, c && !z, !c, !z, !v, !n, n == v, n == v && !z};
  const auto code = static_cast<unsigned>(condition);
  return even_conditions[code >> 1] != (code & 1);  // every odd code is the opposite
}

/// The flags as the result that they tell of: most are set and never asked for, and what is asked
/// of them is one compare.
struct LazyFlags {
  std::uint64_t sum = 1;        ///< of the operands without signs; bit 32 is the carry
  std::int64_t signed_sum = 1;  ///< of the same operands with signs: never wrong in its own sign

  friend constexpr bool operator==(const LazyFlags&, const LazyFlags&) = default;

  constexpr std::uint32_t carry() const { return static_cast<std::uint32_t>(sum >> 32); }
  constexpr bool negative() const { return static_cast<std::int32_t>(sum) < 0; }
  constexpr bool zero() const { return static_cast<std::uint32_t>(sum) == 0; }
  constexpr bool overflow() const { return negative() != (signed_sum < 0); }
  constexpr operator Flags() const {
    return static_cast<Flags>((carry() ? kCarry : 0) | (overflow() ? kOverflow : 0) |
                              (negative() ? kNegative : 0) | (zero() ? kZero : 0));
  }

  /// The same as holds() of the nibble.
  constexpr bool meet(Condition condition) const {
    const auto code = static_cast<unsigned>(condition);
    return meet_even(static_cast<Condition>(code & ~1u)) != (code & 1);
  }

 private:
  constexpr bool meet_even(Condition condition) const {
    switch (condition) {
      case Condition::kUnsignedGreater:
        return sum > std::uint64_t{1} << 32;
      case Condition::kUnsignedLess:
        return sum >> 32 == 0;
      case Condition::kNotEqual:
        return !zero();
      case Condition::kOverflowClear:
        return !overflow();
      case Condition::kPlus:
        return !negative();
      case Condition::kGreaterOrEqual:
        return signed_sum >= 0;
      case Condition::kGreater:
        return signed_sum > 0;
      default:
        return true;
    }
  }
};

}  // namespace flybar::lanai
