/// Are results and flags those of the instruction set?
#include "models/lanai/isa/alu.h"

#include <gtest/gtest.h>

namespace flybar::lanai {
namespace {

TEST(Alu, AdditionCarriesOut) {
  EXPECT_EQ(add(0xFFFFFFFF, 1, 0).value, 0u);
  EXPECT_EQ(add(0xFFFFFFFF, 1, 0).flags, kCarry | kZero);
  EXPECT_EQ(add(0xFFFFFFFE, 1, 0).flags, kNegative);
}

TEST(Alu, AdditionOverflows) {
  EXPECT_EQ(add(0x7FFFFFFF, 1, 0).flags, kOverflow | kNegative);
  EXPECT_EQ(add(0x7FFFFFFE, 1, 0).flags, 0);
  EXPECT_EQ(add(0x80000000, 0x80000000, 0).flags, kOverflow | kCarry | kZero);
}

TEST(Alu, SubtractionSetsCarryWhenNothingIsBorrowed) {
  EXPECT_EQ(alu(Alu::kSub, 5, 5, 0).flags, kCarry | kZero);
  EXPECT_EQ(alu(Alu::kSub, 5, 6, 0).flags, kNegative);
  EXPECT_EQ(alu(Alu::kSub, 6, 5, 0).flags, kCarry);
}

TEST(Alu, SubtractionOverflows) {
  EXPECT_EQ(alu(Alu::kSub, 0x80000000, 1, 0).flags, kOverflow | kCarry);
}

TEST(Alu, CarryGoesIntoTheNextWord) {
  EXPECT_EQ(alu(Alu::kAddWithCarry, 1, 1, kCarry).value, 3u);
  EXPECT_EQ(alu(Alu::kAddWithCarry, 1, 1, 0).value, 2u);
  EXPECT_EQ(alu(Alu::kSubWithBorrow, 5, 1, kCarry).value, 4u);
  EXPECT_EQ(alu(Alu::kSubWithBorrow, 5, 1, 0).value, 3u);
}

TEST(Alu, LogicClearsCarryAndOverflow) {
  EXPECT_EQ(alu(Alu::kAnd, 6, 3, kCarry | kOverflow).flags, 0);
  EXPECT_EQ(alu(Alu::kXor, 6, 6, kCarry | kOverflow).flags, kZero);
}

TEST(Alu, LeftShiftCarriesTheLastBitThatLeaves) {
  EXPECT_EQ(shift(0x80000001, 1, false).value, 2u);
  EXPECT_EQ(shift(0x80000001, 1, false).flags, kCarry);
  EXPECT_EQ(shift(0x80000001, 2, false).flags, 0);
}

TEST(Alu, RightShiftNeverCarries) {
  EXPECT_EQ(shift(3, static_cast<std::uint32_t>(-1), false).value, 1u);
  EXPECT_EQ(shift(3, static_cast<std::uint32_t>(-1), false).flags, 0);
}

TEST(Alu, ArithmeticShiftRepeatsTheSign) {
  EXPECT_EQ(shift(0x80000000, static_cast<std::uint32_t>(-31), true).value, 0xFFFFFFFFu);
  EXPECT_EQ(shift(0x80000000, static_cast<std::uint32_t>(-31), false).value, 1u);
}

TEST(Alu, CountsBeyond31ShiftEverythingOut) {
  EXPECT_EQ(shift(0xFFFFFFFF, 32, false).value, 0u);
  EXPECT_EQ(shift(0xFFFFFFFF, static_cast<std::uint32_t>(-32), false).value, 0u);
  EXPECT_EQ(shift(0x80000000, static_cast<std::uint32_t>(-40), true).value, 0xFFFFFFFFu);
  EXPECT_EQ(shift(1, 0x80000000, false).value, 0u);
}

TEST(Alu, ShiftByZeroChangesNothing) {
  EXPECT_EQ(shift(0x80000000, 0, true).value, 0x80000000u);
  EXPECT_EQ(shift(0x80000000, 0, true).flags, kNegative);
}

TEST(Alu, BitCounts) {
  EXPECT_EQ(alu(Alu::kPopulation, 0xF0F, 0, 0).value, 8u);
  EXPECT_EQ(alu(Alu::kLeadingZeros, 1, 0, 0).value, 31u);
  EXPECT_EQ(alu(Alu::kLeadingZeros, 0, 0, 0).value, 32u);
  EXPECT_EQ(alu(Alu::kTrailingZeros, 8, 0, 0).value, 3u);
  EXPECT_EQ(alu(Alu::kTrailingZeros, 0, 0, 0).value, 32u);
}

TEST(Condition, ComparisonsMeanWhatTheirNamesSay) {
  for (const std::uint32_t a : {0u, 1u, 5u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu})
    for (const std::uint32_t b : {0u, 1u, 5u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu}) {
      const Flags flags = alu(Alu::kSub, a, b, 0).flags;
      const auto x = static_cast<std::int32_t>(a), y = static_cast<std::int32_t>(b);
      EXPECT_EQ(holds(Condition::kEqual, flags), a == b);
      EXPECT_EQ(holds(Condition::kUnsignedGreater, flags), a > b);
      EXPECT_EQ(holds(Condition::kUnsignedLess, flags), a < b);
      EXPECT_EQ(holds(Condition::kGreater, flags), x > y);
      EXPECT_EQ(holds(Condition::kLess, flags), x < y);
      EXPECT_EQ(holds(Condition::kMinus, flags), static_cast<std::int32_t>(a - b) < 0);
    }
}

TEST(Condition, IsMetByAResultIfItHoldsForTheFlagsOfIt) {
  const auto expect_same = [](const LazyFlags& result) {
    for (unsigned code = 0; code < 16; ++code)
      EXPECT_EQ(result.meet(Condition(code)), holds(Condition(code), Flags(result)));
  };
  for (const std::uint32_t a : {0u, 1u, 5u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu})
    for (const std::uint32_t b : {0u, 1u, 5u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu})
      for (const Flags carry : {Flags{0}, kCarry})
        for (unsigned operation = 0; operation <= unsigned(Alu::kTrailingZeros); ++operation)
          expect_same(alu(Alu(operation), a, b, carry).flags);
}

TEST(Condition, EveryOddCodeIsTheOppositeOfTheEvenOneBefore) {
  for (unsigned flags = 0; flags < 16; ++flags)
    for (unsigned code = 0; code < 16; code += 2)
      EXPECT_NE(holds(Condition(code), Flags(flags)), holds(Condition(code + 1), Flags(flags)));
}

}  // namespace
}  // namespace flybar::lanai
