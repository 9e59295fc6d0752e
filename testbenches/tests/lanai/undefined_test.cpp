/// Does whoever misses a name hear where it is?
#include "models/lanai/image/undefined.h"

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "testbenches/tests/lanai/objects.h"

namespace flybar::lanai {
namespace {

TEST(Undefined, DivisionIsToldWithTheFilesThatHaveIt) {
  const Fault fault = fault_of([] { link_cases({"start", "divides"}); });

  const std::string in = " (in " + object_path("divides").string() + ")";
  EXPECT_EQ(fault.found, "undefined: __udivdi3" + in + ", __udivsi3" + in);
  EXPECT_EQ(fault.advice,
            "add firmware/common/arithmetic.c and firmware/common/arithmetic64.c to the sources");
}

TEST(Undefined, FloatingPointIsToldAsSuch) {
  const Fault fault = fault_of([] { link_cases({"start", "floats"}); });

  EXPECT_TRUE(fault.found.ends_with("; floating point: __adddf3")) << fault.found;
  EXPECT_EQ(fault.advice, "compute without float and double");
}

TEST(Undefined, AllKindsOfFloatingPointAreKnown) {
  for (const char* const name : {"__addsf3", "__negdf2", "__unordsf2", "__fixdfsi", "__fixunssfdi",
                                 "__floatsidf", "__floatundisf", "__extendsfdf2", "__truncdfsf2"})
    EXPECT_EQ(undefined_fault({{"a.o", name}}).advice, "compute without float and double") << name;
}

TEST(Undefined, OtherNamesAreLeftToTheUser) {
  EXPECT_EQ(undefined_fault({{"a.o", "__transfer"}, {"a.o", "memcpy"}}).advice,
            "add firmware/common/memory.c to the sources, add the object that defines them");
}

/// The functions that a file of firmware/common gives to others: "type name(...) {".
std::vector<std::string> functions_of(const std::string& file) {
  std::ifstream in(std::filesystem::path(FIRMWARE_COMMON) / file);
  std::vector<std::string> names;
  for (std::string line; std::getline(in, line);) {
    const std::size_t arguments = line.find('('), space = line.rfind(' ', arguments);
    const bool begins = !line.empty() && std::isalpha(static_cast<unsigned char>(line[0])) != 0;
    if (begins && !line.starts_with("static ") && line.ends_with(") {") && space != line.npos)
      names.push_back(line.substr(space + 1, arguments - space - 1));
  }
  return names;
}

TEST(Undefined, EachFunctionOfTheCommonFirmwareIsKnown) {
  for (const char* const file : {"arithmetic.c", "arithmetic64.c", "memory.c"}) {
    EXPECT_GE(functions_of(file).size(), 4U) << file;
    for (const std::string& name : functions_of(file)) EXPECT_EQ(file_with(name), file) << name;
  }
}

}  // namespace
}  // namespace flybar::lanai
