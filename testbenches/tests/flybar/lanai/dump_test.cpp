#include "testbenches/flybar/lanai/dump.h"

#include <gtest/gtest.h>

namespace flybar::program {
namespace {

using Row = std::vector<std::string>;

/// A memory of 64 B in which a table of three words lies at 16, and code at 0x20.
class Dumped : public testing::Test {
 protected:
  Dumped() {
    image.symbols = {{.name = "table", .address = 16, .size = 12},
                     {.name = "main", .address = 0x20, .size = 16, .function = true}};
  }
  std::vector<Row> rows(std::initializer_list<std::uint8_t> bytes) {
    std::uint32_t at = 16;
    for (const std::uint8_t byte : bytes) memory[at++] = byte;
    return rows_of(memory, {"table", 16, static_cast<std::uint32_t>(bytes.size())}, image);
  }

  lanai::Image image;
  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(64);
};

TEST_F(Dumped, WordIsShownInBothNotations) {
  EXPECT_EQ(rows({0, 0, 7, 0xD1}).front(), (Row{"table", "000007d1", "2001", ""}));
}

TEST_F(Dumped, WordThatMayBeNegativeIsShownAsBoth) {
  EXPECT_EQ(rows({0xFF, 0xFF, 0xFF, 0xFE}).front()[2], "4294967294 or -2");
}

TEST_F(Dumped, LaterWordsAreNamedByTheirPlace) {
  EXPECT_EQ(rows({0, 0, 0, 1, 0, 0, 0, 2})[1], (Row{"table+0x4", "00000002", "2", ""}));
}

TEST_F(Dumped, PointerIntoAFunctionHasItsName) {
  EXPECT_EQ(rows({0, 0, 0, 0x28}).front()[3], "main+0x8");
}

TEST_F(Dumped, PointerIntoAnObjectHasItsName) {
  EXPECT_EQ(rows({0, 0, 0, 16}).front()[3], "table");
  EXPECT_EQ(rows({0, 0, 0, 19}).front()[3], "table+0x3");
}

TEST_F(Dumped, NothingIsNamedBetweenInstructionsOrBehindObjects) {
  EXPECT_EQ(rows({0, 0, 0, 0x29}).front()[3], "");
  EXPECT_EQ(rows({0, 0, 0, 28}).front()[3], "");
}

TEST_F(Dumped, PartOfAWordIsNoPointer) {
  EXPECT_EQ(rows({0x20}).front(), (Row{"table", "20", "32", ""}));
}

}  // namespace
}  // namespace flybar::program
