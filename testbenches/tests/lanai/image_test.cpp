/// Does the linker lay out, resolve and name everything as its header says?
#include "models/lanai/image/image.h"

#include <gtest/gtest.h>

#include "models/lanai/image/linker.h"
#include "models/lanai/isa/disassemble.h"
#include "testbenches/tests/lanai/objects.h"

namespace flybar::lanai {
namespace {

std::uint32_t address(const Image& image, const char* name) {
  const auto symbol = image.find(name);
  EXPECT_TRUE(symbol) << name;
  return symbol ? symbol->address : 0;
}

TEST(Image, StartUpCodeComesFirstWhereverItIsNamed) {
  const Image image = link_cases({"main", "strong", "start"});

  EXPECT_EQ(image.entry, 0u);
  EXPECT_EQ(address(image, "_start"), 0u);
  EXPECT_GT(address(image, "main"), 0u);
}

TEST(Image, MemoryIsCodeThenConstantsThenDataThenZeros) {
  const Image image = link_cases({"tables", "start", "main", "strong"});

  EXPECT_LT(address(image, "main"), image.text_end);
  EXPECT_GE(address(image, "constants"), image.text_end);
  EXPECT_GT(address(image, "initialised"), address(image, "constants"));
  EXPECT_GE(address(image, "zero"), image.bytes.size());
  EXPECT_LT(address(image, "zero"), image.memory_end);
}

TEST(Image, BytesAreWholeWordsUpToTheZeros) {
  const Image image = link_cases({"start", "main", "strong", "tables"});

  EXPECT_EQ(image.bytes.size() % 4, 0u);
  EXPECT_EQ(word_at(image, address(image, "initialised") + 4), 2u);
}

TEST(Image, PointersInDataAreFilledIn) {
  const Image image = link_cases({"start", "main", "strong", "tables"});

  EXPECT_EQ(word_at(image, address(image, "pointer")), address(image, "initialised") + 4);
}

TEST(Image, StrongDefinitionWinsOverWeakInAnyOrder) {
  const Image first = link_cases({"start", "main", "weak", "strong"});
  const Image last = link_cases({"start", "main", "strong", "weak"});

  EXPECT_EQ(disassemble(word_at(first, address(first, "value") + 12), 0), "mov 0x1, %rv");
  EXPECT_EQ(disassemble(word_at(last, address(last, "value") + 12), 0), "mov 0x1, %rv");
}

TEST(Image, WeakDefinitionServesAlone) {
  EXPECT_TRUE(link_cases({"start", "main", "weak"}).find("value"));
}

TEST(Image, CommonObjectsShareTheLargestSize) {
  const Image image = link_cases({"start", "main", "strong", "small_common", "large_common"});

  EXPECT_EQ(image.find("shared")->size, 40u);
  EXPECT_GE(address(image, "shared"), image.bytes.size());
  EXPECT_LE(address(image, "shared") + 40, image.memory_end);
}

TEST(Image, LocalObjectsKeepTheirNames) {
  const Image image = link_cases({"start", "main", "strong", "tables"});

  EXPECT_FALSE(image.find("hidden")->global);
  EXPECT_FALSE(image.find("hidden")->function);
  EXPECT_TRUE(image.find("twice")->function);
}

TEST(Image, SymbolsAreInTheOrderOfTheirAddresses) {
  const Image image = link_cases({"start", "main", "strong", "tables"});

  for (std::size_t i = 1; i < image.symbols.size(); ++i)
    EXPECT_LE(image.symbols[i - 1].address, image.symbols[i].address);
}

TEST(Image, StackTopIsTheEndOfTheSram) {
  const Image image = link_cases({"start", "main", "strong"}, Bytes(0x50000));

  EXPECT_EQ(disassemble(word_at(image, 0), 0), "mov 0x50000, %r6");
  EXPECT_EQ(disassemble(word_at(image, 4), 4), "or %r6, 0x0, %r6");
}

TEST(Image, UndefinedNamesAreAllReportedAtOnce) {
  const Fault fault = fault_of([] { link_cases({"start"}); });

  EXPECT_EQ(fault.where, object_path("start").string());
  EXPECT_EQ(fault.found, "undefined: main (in " + object_path("start").string() + ")");
  EXPECT_EQ(fault.advice, "add the object that defines them");
}

TEST(Image, TwoStrongDefinitionsAreAnError) {
  const Fault fault = fault_of([] { link_cases({"start", "main", "strong", "other_strong"}); });

  EXPECT_EQ(fault.where, object_path("other_strong").string());
  EXPECT_EQ(fault.found,
            "defines value, which " + object_path("strong").string() + " defines already");
}

TEST(Image, NamesOfTheLinkerMayNotBeDefined) {
  const Fault fault = fault_of([] { link_cases({"start", "main", "strong", "own_stack_top"}); });

  EXPECT_EQ(fault.found, "defines __stack_top, which the linker defines already");
}

TEST(Image, ImageWithoutStartUpCodeIsAnError) {
  const Fault fault = fault_of([] { link_cases({"main", "strong"}); });

  EXPECT_EQ(fault.found, "no object defines _start");
}

TEST(Image, StartUpCodeMustBeginItsSection) {
  const Fault fault = fault_of([] { link_cases({"late_start"}); });

  EXPECT_EQ(fault.found, "_start does not begin a section of code");
}

TEST(Image, ImageFitsWithJustTheLeastStack) {
  const auto needed = Bytes(link_cases({"start", "main", "strong"}).memory_end) + kLeastStack;

  EXPECT_NO_THROW(link_cases({"start", "main", "strong"}, needed));
  const Fault fault = fault_of([&] { link_cases({"start", "main", "strong"}, needed - Bytes(1)); });
  EXPECT_EQ(fault.advice, "make the firmware smaller or the SRAM larger");
}

TEST(Image, MissingFileIsAnError) {
  const Fault fault = fault_of([] { load_image({"/nowhere/firmware.o"}, kSram); });

  EXPECT_EQ(fault.where, "/nowhere/firmware.o");
  EXPECT_EQ(fault.found, "there is no such file");
}

TEST(Image, FolderIsNotAnObject) {
  EXPECT_EQ(fault_of([] { load_image({OBJECTS}, kSram); }).found, "is a directory");
}

TEST(Image, AddressIsDescribedByFunctionOffsetFileAndLine) {
  const Image image = link_cases({"start", "main", "strong"});
  const std::uint32_t twice = address(image, "twice");

  EXPECT_EQ(image.describe(0), "_start (start.s:5)");
  EXPECT_EQ(image.describe(twice), "twice (main.c:12)");
  EXPECT_EQ(image.locate(twice + 12).offset, 12u);
  EXPECT_EQ(image.locate(twice + 12).line, 13u);
}

TEST(Image, Dwarf4GivesTheSameLinesAsDwarf5) {
  const Image four = link_cases({"start", "main_dwarf4", "strong"});
  const Image five = link_cases({"start", "main", "strong"});

  ASSERT_EQ(four.text_end, five.text_end);
  for (std::uint32_t pc = 0; pc < four.text_end; pc += 4)
    EXPECT_EQ(four.describe(pc), five.describe(pc));
}

TEST(Image, EveryInstructionOfAProgramHasALine) {
  const Image image = link_cases({"start", "main", "strong"});

  for (std::uint32_t pc = 0; pc < image.text_end; pc += 4)
    EXPECT_NE(image.locate(pc).line, 0u) << pc;
}

TEST(Image, AddressOutsideTheCodeIsJustANumber) {
  EXPECT_EQ(link_cases({"start", "main", "strong"}).describe(0x30000), "0x30000");
}

}  // namespace
}  // namespace flybar::lanai
