/// Does each relocation put its address where the instruction set wants it, and nowhere else?
#include "models/lanai/image/relocation.h"

#include <gtest/gtest.h>

namespace flybar::lanai {
namespace {

std::uint32_t put(Relocation type, std::uint32_t word, std::uint32_t value) {
  const Relocated result = relocate(static_cast<std::uint32_t>(type), word, value);
  EXPECT_EQ(result.found, "");
  return result.word;
}

std::string refused(std::uint32_t type, std::uint32_t value) {
  return relocate(type, 0, value).found;
}

TEST(Relocation, NoneChangesNothing) {
  EXPECT_EQ(put(Relocation::kNone, 0x1234, 0x99), 0x1234u);
}

TEST(Relocation, TwentyOneBitsAreSplit) {
  EXPECT_EQ(put(Relocation::k21, 0xF4820000, 0x1FFFF1), 0xF4FEFFF1u);
  EXPECT_EQ(put(Relocation::k21, 0xF4FEFFFF, 0), 0xF4820000u);
}

TEST(Relocation, TwentyOneBitsEndAt2Megabytes) {
  EXPECT_EQ(refused(1, 0x1FFFFF), "");
  EXPECT_EQ(refused(1, 0x200000), "address 0x200000 in a 21-bit field");
}

TEST(Relocation, WordAddressDropsItsLowBits) {
  EXPECT_EQ(put(Relocation::k21Word, 0xF4800003, 0x1237), 0xF4801234u);
}

TEST(Relocation, BranchKeepsItsLowBits) {
  EXPECT_EQ(put(Relocation::k25, 0xE6000001, 0x100), 0xE6000101u);
}

TEST(Relocation, BranchReaches32Megabytes) {
  EXPECT_EQ(put(Relocation::k25, 0xE0000000, 0x1FFFFFC), 0xE1FFFFFCu);
  EXPECT_EQ(refused(3, 0x2000000), "branch to 0x2000000");
}

TEST(Relocation, BranchGoesToAWord) {
  EXPECT_EQ(refused(3, 0x102), "branch to 0x102");
}

TEST(Relocation, DataWordIsReplaced) {
  EXPECT_EQ(put(Relocation::k32, 0xFFFFFFFF, 0x12345678), 0x12345678u);
}

TEST(Relocation, HighHalfIsNotRounded) {
  EXPECT_EQ(put(Relocation::kHigh16, 0x01810000, 0x1FFFF), 0x01810001u);
}

TEST(Relocation, LowHalfLeavesTheRest) {
  EXPECT_EQ(put(Relocation::kLow16, 0x518C0000, 0x12345678), 0x518C5678u);
}

TEST(Relocation, OtherTypesAreRefused) {
  EXPECT_EQ(refused(7, 0), "relocation type 7");
}

}  // namespace
}  // namespace flybar::lanai
