/// Are line tables read as DWARF says, and damage survived?
#include "models/lanai/image/debug_lines.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace flybar::lanai {
namespace {

using Section = std::vector<std::uint8_t>;

Section join(std::initializer_list<Section> parts) {
  Section all;
  for (const Section& part : parts)
    for (const std::uint8_t byte : part) all.push_back(byte);
  return all;
}

/// A DWARF 2 unit: instructions of 4 bytes, line base -1, line range 4, opcode base 10, directory
/// "d", file "d/a.c", then `program`.
Section unit(const Section& program) {
  const Section tables = {'d', 0, 0, 'a', '.', 'c', 0, 1, 0, 0, 0};
  const Section header = join({{4, 1, 0xFF, 4, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1}, tables});
  const auto header_length = static_cast<std::uint8_t>(header.size());
  const auto length = static_cast<std::uint8_t>(6 + header.size() + program.size());
  return join({{0, 0, 0, length, 0, 2, 0, 0, 0, header_length}, header, program});
}

DebugLines read(const Section& section) {
  DebugLines lines;
  read_debug_lines({section, {}, {}}, lines);
  return lines;
}

/// Sets the address to 0x100 first.
Section at100(const Section& rest) {
  return join({{0, 5, 2, 0, 0, 1, 0}, rest});
}

TEST(DebugLines, RowHoldsUntilTheNext) {
  // Copy; advance two instructions; line + 4; copy; advance one; end of sequence.
  const DebugLines lines = read(unit(at100({1, 2, 2, 3, 4, 1, 2, 1, 0, 1, 1})));

  ASSERT_EQ(lines.ranges.size(), 2u);
  EXPECT_EQ(lines.ranges[0].begin, 0x100u);
  EXPECT_EQ(lines.ranges[0].end, 0x108u);
  EXPECT_EQ(lines.ranges[0].line, 1u);
  EXPECT_EQ(lines.ranges[1].end, 0x10Cu);
  EXPECT_EQ(lines.ranges[1].line, 5u);
}

TEST(DebugLines, FileHasItsDirectory) {
  EXPECT_EQ(read(unit(at100({1, 2, 1, 0, 1, 1}))).files.at(0), "d/a.c");
}

TEST(DebugLines, SpecialOpcodeAdvancesAddressAndLine) {
  const std::uint8_t special = 10 + 4 * 3 + 2;  // three instructions, line -1 + 2
  const DebugLines lines = read(unit(at100({1, special, 2, 1, 0, 1, 1})));

  ASSERT_EQ(lines.ranges.size(), 2u);
  EXPECT_EQ(lines.ranges[1].begin, 0x10Cu);
  EXPECT_EQ(lines.ranges[1].line, 2u);
}

TEST(DebugLines, LineZeroContinuesTheLineBefore) {
  // Line 1; two instructions on, line 0; two more, end.
  const DebugLines lines = read(unit(at100({1, 2, 2, 3, 0x7F, 1, 2, 2, 0, 1, 1})));

  ASSERT_EQ(lines.ranges.size(), 1u);
  EXPECT_EQ(lines.ranges[0].end, 0x110u);
}

TEST(DebugLines, UnknownVersionIsSkipped) {
  Section section = unit(at100({1, 2, 1, 0, 1, 1}));
  section[5] = 9;

  EXPECT_TRUE(read(section).ranges.empty());
}

TEST(DebugLines, EveryTruncationIsSurvived) {
  const Section whole = unit(at100({1, 2, 2, 3, 4, 1, 2, 1, 0, 1, 1}));

  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_LE(read(Section(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)))
                  .ranges.size(),
              2u);
}

TEST(DebugLines, NothingGivesNothing) {
  EXPECT_TRUE(read({}).ranges.empty());
}

}  // namespace
}  // namespace flybar::lanai
