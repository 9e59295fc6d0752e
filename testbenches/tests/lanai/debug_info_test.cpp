/// Are inlined functions named as the debug information says? Lines are asked in image_test.cpp.
#include "models/lanai/image/debug_info.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "models/lanai/image/image.h"
#include "testbenches/tests/lanai/objects.h"

namespace flybar::lanai {
namespace {

Image image_of(const std::string& object) {
  return load_image({object_path("start"), object_path(object)}, kSram);
}

std::vector<std::string> names(const SourceLocation& at) {
  std::vector<std::string> names{at.function};
  for (const InlinedCall* call : at.inlined) names.push_back(call->function);
  return names;
}

std::set<std::vector<std::string>> all_names(const Image& image) {
  std::set<std::vector<std::string>> all;
  for (std::uint32_t pc = image.find("main")->address; pc < image.text_end; pc += 4)
    all.insert(names(image.locate(pc)));
  return all;
}

TEST(DebugInfo, AnInstructionHasAllFunctionsThatWereInlinedAtIt) {
  EXPECT_EQ(all_names(image_of("inlined")),
            (std::set<std::vector<std::string>>{
                {"main"}, {"main", "sum_of_two"}, {"main", "sum_of_two", "read_port"}}));
}

TEST(DebugInfo, Dwarf4SaysTheSameAsDwarf5) {
  EXPECT_EQ(all_names(image_of("inlined_dwarf4")), all_names(image_of("inlined")));
}

TEST(DebugInfo, EachInlinedCallHasTheLineThatCallsAndItsFirstInstruction) {
  const Image image = image_of("inlined");

  ASSERT_EQ(image.debug().calls.size(), 3u);
  const InlinedCall& sum = image.debug().calls[0];
  EXPECT_EQ(sum.caller_line, 14u);
  EXPECT_EQ(sum.outer, InlinedCall::kNone);
  for (const unsigned call : {1, 2}) {
    const InlinedCall& read = image.debug().calls[call];
    EXPECT_EQ(read.caller_line, 9u);
    EXPECT_EQ(read.outer, 0u);
    EXPECT_EQ(image.locate(read.first).innermost(), "read_port");
  }
}

TEST(DebugInfo, FilesOfCallerAndCalledAreKnown) {
  const Image image = image_of("inlined");

  ASSERT_FALSE(image.debug().calls.empty());
  for (const InlinedCall& call : image.debug().calls)
    for (const std::uint32_t file : {call.file, call.caller_file})
      EXPECT_EQ(std::filesystem::path(image.debug().files[file]).filename(), "inlined.c");
}

TEST(DebugInfo, NothingGivesNothing) {
  const DebugInfo info = read_debug_info({{}, {1, 2, 3}}, 8);

  EXPECT_TRUE(info.lines.empty() && info.calls.empty());
}

}  // namespace
}  // namespace flybar::lanai
