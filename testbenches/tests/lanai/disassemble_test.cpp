/// Does the disassembler write what LLVM writes?
#include "models/lanai/isa/disassemble.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "models/lanai/image/elf_object.h"
#include "models/lanai/isa/fields.h"
#include "models/lanai/isa/instruction.h"

namespace flybar::lanai {
namespace {

using Words = std::set<std::uint32_t>;

std::string hex(std::uint32_t word) {
  char text[16];
  std::snprintf(text, sizeof text, "%08x", word);
  return text;
}

/// The text of one line of llvm-objdump: without address, symbol and comment.
std::string text_of(const std::string& line) {
  std::string text;
  for (const char c : line.substr(line.find(':') + 1)) text += c == '\t' ? ' ' : c;
  text = text.substr(0, std::min(text.find(" <w"), text.find(" !")));
  text.erase(0, text.find_first_not_of(' '));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

/// Each word has a label. After an unknown one LLVM would read on at the next byte: it has a
/// section.
void write_source(const std::string& path, const Words& words) {
  std::ofstream source(path);
  for (const std::uint32_t word : words) {
    const bool known = decode(word, 0).op != Op::kIllegal;
    source << ".section ." << (known ? "text" : hex(word)) << ",\"ax\"\n";
    source << "w" << hex(word) << ": .long 0x" << hex(word) << "\n";
  }
}

std::map<std::uint32_t, std::string> llvm_text(const Words& words) {
  const std::string base =
      std::string(SCRATCH "/") + testing::UnitTest::GetInstance()->current_test_info()->name();
  write_source(base + ".s", words);
  const std::string command = LANAI_MC " -triple=lanai -filetype=obj -o " + base + ".o " + base +
                              ".s && " LANAI_OBJDUMP " -d --no-show-raw-insn " + base + ".o > " +
                              base + ".txt";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::map<std::uint32_t, std::string> texts;
  std::ifstream in(base + ".txt");
  std::uint32_t word = 0;
  for (std::string line; std::getline(in, line);) {
    const auto label = line.find("<w");
    if (label != std::string::npos && line.ends_with(">:"))
      word = static_cast<std::uint32_t>(std::stoul(line.substr(label + 2, 8), nullptr, 16));
    else if (line.starts_with(" "))
      texts.try_emplace(word, text_of(line));
  }
  return texts;
}

/// Only what LLVM and this core both define; the header of disassemble() names the differences.
bool comparable(std::uint32_t word) {
  const Fields f{word};
  const bool index = f.opcode() == 10 || f.opcode() == 11, registers = f.opcode() == 12;
  const bool shift = (index || registers) && f.bbb() == 7;
  if (shift && f.jjjjj() != kLogicalShiftCode && f.jjjjj() != kArithmeticShiftCode) return false;
  if (shift && index && f.bits(2, 1) != 1) return false;
  if (registers && f.bbb() != 7 && f.jjjjj() != 0) return false;  // Myricom's assembler
  if (registers && f.rd() == kPc && f.bbb() == 5 && f.rs1() != 0 && f.rs2() != 0) return false;
  if (f.opcode() == 13 && f.bit(17)) return false;
  if (f.opcode() == 14 && f.bit(1) && f.bit(24)) return false;
  const bool names_pc = f.rd() == kPc || f.rs1() == kPc || f.rs2() == kPc;
  return !names_pc || disassemble(word, 0) != "<unknown>";
}

void expect_same(Words words) {
  std::erase_if(words, [](std::uint32_t word) { return !comparable(word); });
  const auto expected = llvm_text(words);
  ASSERT_EQ(expected.size(), words.size());
  for (const auto& [word, text] : expected) EXPECT_EQ(disassemble(word, 0), text) << hex(word);
}

/// Words that differ from `pattern` in the bits of `free`.
void add_random(Words& words, std::mt19937& random, std::uint32_t pattern, std::uint32_t free,
                int count) {
  for (int i = 0; i < count; ++i)
    words.insert(pattern | (static_cast<std::uint32_t>(random()) & free));
}

TEST(Disassemble, ArbitraryWordsReadAsInLlvm) {
  std::mt19937 random(1);
  Words words;
  for (std::uint32_t opcode = 0; opcode < 16; ++opcode)
    add_random(words, random, opcode << 28, 0x0FFFFFFF, 400);

  expect_same(words);
}

TEST(Disassemble, FormatsWithReservedBitsReadAsInLlvm) {
  std::mt19937 random(2);
  Words words;
  add_random(words, random, 0xE0000002, 0x0E7C0001, 300);  // set condition
  add_random(words, random, 0xD0000000, 0x0FFC0003, 300);  // count bits
  add_random(words, random, 0xC0000000, 0x0FFFFF07, 1000);
  add_random(words, random, 0xC0000780, 0x0FFFF847, 300);  // shifts
  add_random(words, random, 0xA0000000, 0x0FFFFF07, 1000);
  add_random(words, random, 0xB0000000, 0x0FFFFF07, 1000);
  add_random(words, random, 0xF0030000, 0x0FFC7FFF, 500);  // parts of words

  expect_same(words);
}

TEST(Disassemble, StepsOfJustTheAccessedSizeReadAsInLlvm) {
  Words words;
  for (const std::uint32_t opcode : {0x848C0000u, 0x948C0000u})
    for (std::uint32_t mode = 0; mode < 4; ++mode)
      for (const std::uint32_t step : {1u, 2u, 4u, 8u, 0xFFFFu, 0xFFFEu, 0xFFFCu, 0u})
        words.insert(opcode | mode << 16 | step);
  for (std::uint32_t kind = 0; kind < 8; ++kind)
    for (std::uint32_t mode = 0; mode < 4; ++mode)
      for (const std::uint32_t step : {1u, 2u, 4u, 0x3FFu, 0x3FEu, 0x3FCu, 0u})
        words.insert(0xF48F0000 | kind << 12 | mode << 10 | step);

  expect_same(words);
}

TEST(Disassemble, NopsReadAsInLlvm) {
  expect_same({0, 1, 2, 3, 4, 5, 6, 7});
}

TEST(Disassemble, CompiledProgramsReadAsInLlvm) {
  Words words;
  for (const auto& file : std::filesystem::directory_iterator(PROGRAMS "/objects")) {
    if (file.path().extension() != ".o") continue;
    const ElfObject object = read_elf(file.path());
    for (const ElfSection& section : object.sections)
      for (std::size_t at = 0; section.executable() && at + 4 <= section.size; at += 4)
        words.insert(std::uint32_t{section.bytes[at]} << 24 | section.bytes[at + 1] << 16 |
                     section.bytes[at + 2] << 8 | section.bytes[at + 3]);
  }

  EXPECT_GT(words.size(), 1000u);
  for (const std::uint32_t word : words) EXPECT_NE(decode(word, 0).op, Op::kIllegal) << hex(word);
  expect_same(words);
}

TEST(Disassemble, UnknownWordsSaySo) {
  EXPECT_EQ(disassemble(0xF003FF47, 0), "<unknown>");
}

TEST(Disassemble, FormsThatLlvmCannotReadHaveText) {
  EXPECT_EQ(disassemble(0xD48E0001, 0), "popc.f %r3, %r9");
  EXPECT_EQ(disassemble(0xE124FFFE, 0), "bt.r -4[%r9]");
  EXPECT_EQ(disassemble(0xC10C2D00, 0), "or %r3, %fp, %pc");
}

}  // namespace
}  // namespace flybar::lanai
