/// Objects that are sound, and not what a compiler usually makes.
#include <gtest/gtest.h>

#include "models/lanai/image/elf_object.h"
#include "testbenches/tests/lanai/objects.h"

namespace flybar::lanai {
namespace {

using File = std::vector<std::uint8_t>;

std::uint32_t number(const File& file, std::size_t at, int bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < bytes; ++i) value = value << 8 | file.at(at + static_cast<std::size_t>(i));
  return value;
}

/// As strip leaves it: the tables of symbols and relocations are no such tables any more.
File stripped(File file) {
  constexpr std::size_t kSectionSize = 40, kType = 4;
  const std::size_t table = number(file, 32, 4), count = number(file, 48, 2);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t type = table + i * kSectionSize + kType;
    const std::uint32_t kind = number(file, type, 4);
    if (kind == 2 || kind == 4) file.at(type + 3) = 1;
  }
  return file;
}

std::string found_in(const char* name) {
  return fault_of([&] { link_cases({"start", name}); }).found;
}

TEST(UnusualObject, ConstructorsAreRefusedByName) {
  const Fault fault = fault_of([] { link_cases({"start", "constructor"}); });

  EXPECT_EQ(fault.where, object_path("constructor").string());
  EXPECT_EQ(fault.found, ".init_array holds constructors, which nothing calls");
  EXPECT_EQ(fault.advice, "call it at the begin of main");
}

TEST(UnusualObject, ConstructorsOfTheOlderKindAreRefused) {
  EXPECT_EQ(found_in("old_constructor"), ".ctors holds constructors, which nothing calls");
}

TEST(UnusualObject, DestructorsAreRefused) {
  EXPECT_EQ(found_in("destructor"), ".fini_array holds destructors, which nothing calls");
}

TEST(UnusualObject, StrippedObjectIsToldAsSuch) {
  const Fault fault = fault_of([] { parse_elf("main.o", stripped(object_bytes("main"))); });

  EXPECT_EQ(fault.found, ".text is there, and no symbols: it is stripped");
}

TEST(UnusualObject, ProgramHeadersOfAnObjectMeanNothing) {
  File file = object_bytes("main");
  const std::size_t symbols = parse_elf("main.o", file).symbols.size();
  for (const std::size_t at : {28U, 29U, 30U, 31U, 42U, 43U, 44U, 45U}) file.at(at) = 0xFF;

  EXPECT_EQ(parse_elf("main.o", file).symbols.size(), symbols);
}

TEST(UnusualObject, MegabyteOfZerosIsTooMuch) {
  EXPECT_NE(found_in("megabyte").find(" B of memory"), std::string::npos);
}

TEST(UnusualObject, AlignmentBeyondAPageIsRefused) {
  EXPECT_NE(found_in("wide_aligned").find(" is aligned to 65536"), std::string::npos);
}

TEST(UnusualObject, CompressedDebugInformationChangesNoCode) {
  EXPECT_EQ(link_cases({"start", "main_compressed", "strong"}).bytes,
            link_cases({"start", "main", "strong"}).bytes);
}

TEST(UnusualObject, CompressedDebugInformationLeavesTheNamesOfFunctions) {
  const Image image = link_cases({"start", "main_compressed", "strong"});

  EXPECT_EQ(image.locate(image.find("twice")->address).function, "twice");
}

}  // namespace
}  // namespace flybar::lanai
