/// Are foreign and broken files refused, with words that help?
#include "models/lanai/image/elf_object.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "testbenches/tests/lanai/objects.h"

namespace flybar::lanai {
namespace {

using File = std::vector<std::uint8_t>;

constexpr std::size_t kClass = 4, kByteOrder = 5, kType = 17, kMachine = 19;

Fault parse_fault(File file) {
  return fault_of([&] { parse_elf("firmware.o", std::move(file)); });
}

/// A sound object with one byte changed.
Fault changed(std::size_t at, std::uint8_t value) {
  File file = object_bytes("main");
  file.at(at) = value;
  return parse_fault(file);
}

TEST(ElfObject, ReadsSectionsAndSymbols) {
  const ElfObject object = read_elf(object_path("main"));

  const auto text = std::find_if(object.sections.begin(), object.sections.end(),
                                 [](const ElfSection& s) { return s.name == ".text"; });
  ASSERT_NE(text, object.sections.end());
  EXPECT_TRUE(text->allocated() && text->executable() && !text->writable());
  EXPECT_EQ(text->bytes.size(), text->size);
  EXPECT_FALSE(text->relocations.empty());
}

TEST(ElfObject, EmptyFileIsNotElf) {
  EXPECT_EQ(parse_fault({}).found, "not an ELF file");
}

TEST(ElfObject, TextIsNotElf) {
  const Fault fault = parse_fault({'i', 'n', 't', ' ', 'm', 'a', 'i', 'n'});

  EXPECT_EQ(fault.where, "firmware.o");
  EXPECT_EQ(fault.found, "not an ELF file");
  EXPECT_EQ(fault.advice, "compile it with clang-14 --target=lanai -c");
}

TEST(ElfObject, SixtyFourBitsAreRefused) {
  EXPECT_EQ(changed(kClass, 2).found, "not a 32-bit ELF file");
}

TEST(ElfObject, LittleEndianIsRefused) {
  EXPECT_EQ(changed(kByteOrder, 1).found, "a little-endian ELF file");
}

TEST(ElfObject, OtherMachineIsRefused) {
  EXPECT_EQ(changed(kMachine, 8).found, "for machine 8");
  EXPECT_EQ(changed(kMachine, 8).allowed, "machine 244 (Lanai)");
}

TEST(ElfObject, LinkedProgramIsRefused) {
  EXPECT_EQ(changed(kType, 2).found, "ELF type 2");
}

TEST(ElfObject, TruncatedFileSaysWhereItEnds) {
  File file = object_bytes("main");
  file.resize(100);

  EXPECT_EQ(parse_fault(file).found, "the file ends after 100 bytes, in the middle of its tables");
}

TEST(ElfObject, HeaderAloneIsTruncated) {
  File file = object_bytes("main");
  file.resize(20);

  EXPECT_EQ(parse_fault(file).found, "the file ends after 20 bytes, in the middle of its tables");
}

}  // namespace
}  // namespace flybar::lanai
