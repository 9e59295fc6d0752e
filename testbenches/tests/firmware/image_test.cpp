// What a loader and a host may rely on in every compiled image.
#include <gtest/gtest.h>

#include <string>

#include "models/lanai/image/image.h"
#include "models/lanai/isa/disassemble.h"
#include "models/layouts/generated/endpoint_layout.hpp"
#include "models/layouts/generated/hswap_layout.hpp"
#include "models/layouts/generated/myriapi_layout.hpp"

namespace flybar::firmware {
namespace {

constexpr Bytes kSram(256 * 1024);

lanai::Image load(const std::string& name) {
  return lanai::load_image({std::string(FIRMWARE_IMAGES) + "/" + name + ".elf"}, kSram);
}

class TrapezeImage : public testing::TestWithParam<const char*> {};

TEST_P(TrapezeImage, EndpointIsAlignedForBursts) {
  const auto endpoint = load(GetParam()).find("tpz_endpoint");

  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->address % 32, 0u);
  EXPECT_EQ(endpoint->size, trapeze::layout::Endpoint::kSize);
}

TEST_P(TrapezeImage, TellsItsLayoutVersionBeforeItRuns) {
  const lanai::Image image = load(GetParam());
  const std::uint32_t at = image.find("tpz_endpoint")->address +
                           trapeze::layout::Endpoint::kStatus + trapeze::layout::Status::kVersion;

  std::uint32_t version = 0;
  for (std::uint32_t i = 0; i < 4; ++i) version = version << 8 | image.bytes.at(at + i);

  EXPECT_EQ(version, trapeze::layout::kLayoutVersion);
}

TEST_P(TrapezeImage, KnowsItsSourceLines) {
  const lanai::Image image = load(GetParam());
  const auto place = image.locate(image.find("send_accept")->address);

  EXPECT_EQ(place.function, "send_accept");
  EXPECT_NE(place.file.find("firmware/trapeze/send.c"), std::string::npos);
}

TEST_P(TrapezeImage, KnowsWhatWasInlinedAndFromWhichFile) {
  const lanai::Image image = load(GetParam());
  const lanai::DebugInfo& debug = image.debug();
  for (const lanai::InlinedCall& call : debug.calls) {
    EXPECT_FALSE(call.function.empty());
    EXPECT_TRUE(debug.files[call.file].starts_with("firmware/")) << call.function;
    EXPECT_TRUE(debug.files[call.caller_file].starts_with("firmware/")) << call.function;
    EXPECT_NE(call.caller_line, 0u) << call.function;
  }
}

/// The least that the firmware starts with: one buffer to send from, two to receive in, its stack.
TEST_P(TrapezeImage, LeavesRoomForThreeLargestPayloads) {
  constexpr std::uint32_t kStack = 2048, kBuffer = trapeze::layout::kMaxPayload + 256;

  EXPECT_LT(load(GetParam()).memory_end, kSram.count - kStack - 3 * kBuffer);
}

INSTANTIATE_TEST_SUITE_P(Levels, TrapezeImage,
                         testing::Values("trapeze", "trapeze-O0", "trapeze-Os"));

/// LLVM's Lanai back end merges a test into an operation that is only done on a condition, and then
/// branches on flags that are those of something else. An image with such an instruction is wrong;
/// writing the condition as nested ifs avoids it.
class AnyImage : public testing::TestWithParam<const char*> {};

TEST_P(AnyImage, TestsNothingThatIsOnlySometimesWorkedOut) {
  const lanai::Image image = load(GetParam());
  for (std::uint32_t at = 0; at + 4 <= image.bytes.size(); at += 4) {
    if (image.locate(at).function.empty()) continue;
    std::uint32_t word = 0;
    for (std::uint32_t i = 0; i < 4; ++i) word = word << 8 | image.bytes[at + i];
    const std::string text = lanai::disassemble(word, at);
    const std::string operation = text.substr(0, text.find(' '));
    const std::size_t flags = operation.find(".f.");
    EXPECT_TRUE(flags == std::string::npos || operation.substr(flags) == ".f.t")
        << text << " in " << image.locate(at).function;
  }
}

TEST(AnInstructionThatIsOnlySometimesWorkedOut, IsKnownByItsName) {
  EXPECT_EQ(lanai::disassemble(0xc6b77503, 0).substr(0, 7), "or.f.eq");
}

INSTANTIATE_TEST_SUITE_P(All, AnyImage,
                         testing::Values("trapeze", "trapeze-ipt", "trapeze-coalesced",
                                         "trapeze-ipt-coalesced", "trapeze-urgent",
                                         "trapeze-ipt-urgent", "hswap", "pm", "myriapi"));

TEST(MyriapiImage, HasItsRingsAlignedForBurstsAndTellsItsVersion) {
  using myriapi::layout::Nic;
  const lanai::Image image = load("myriapi");
  const auto nic = image.find("myriapi_nic");

  ASSERT_TRUE(nic);
  EXPECT_EQ(nic->address % 32, 0u);
  EXPECT_EQ(nic->size, Nic::kSize);
  const std::uint32_t at = nic->address + Nic::kStatus + myriapi::layout::Status::kVersion;
  std::uint32_t version = 0;
  for (std::uint32_t i = 0; i < 4; ++i) version = version << 8 | image.bytes.at(at + i);
  EXPECT_EQ(version, myriapi::layout::kLayoutVersion);
}

TEST(MyriapiImage, LeavesRoomForAllPacketBuffers) {
  constexpr std::uint32_t kStack = 2048, kBuffer = myriapi::layout::kMtu + 64;
  EXPECT_LT(load("myriapi").memory_end,
            kSram.count - kStack - 2 * myriapi::layout::kMostBuffers * kBuffer);
}

TEST(HswapImage, HasItsCommandBlock) {
  const auto command = load("hswap").find("hswap_command");

  ASSERT_TRUE(command);
  EXPECT_EQ(command->address % 32, 0u);
  EXPECT_EQ(command->size, hswap::layout::Command::kSize);
}

}  // namespace
}  // namespace flybar::firmware
