/// Are wrong places of a shadow refused before minutes are spent on the RTL?
#include <gtest/gtest.h>

#include "testbenches/tests/flybar/hand_over/build_directory.h"

namespace flybar::program {
namespace {

/// Refused with `code` before anything is built. Gives back what is said.
std::string refused(const std::string& options, int code = 3) {
  const BuildDirectory build;
  const Ended ended = build.run("run one-way " + options);
  EXPECT_EQ(ended.code, code) << ended.err;
  EXPECT_FALSE(build.has("flybar-rtl")) << options;
  return ended.err;
}

TEST(WrongShadow, IsRefusedBeforeTheBuild) {
  for (const char* const places : {"5", "0%", "101%", "fastest", "message", "'message 0'",
                                   "'message x'", "'message 99999'", "'710 us..520 us'", "'1..2'"})
    EXPECT_NE(refused(std::string("--shadow ") + places).find("--shadow: "), std::string::npos)
        << places;
}

TEST(WrongShadowSeed, IsRefusedWithoutAShadow) {
  EXPECT_NE(refused("--shadow-seed 3").find("--shadow-seed: is given, and no places are drawn"),
            std::string::npos);
}

TEST(WrongShadowSeed, IsRefusedWithANamedWindow) {
  EXPECT_NE(refused("--shadow '1 us..2 us' --shadow-seed 3").find("--shadow-seed: "),
            std::string::npos);
}

TEST(WrongShadowSeed, IsRefusedIfItIsNegative) {
  EXPECT_NE(refused("--shadow 1% --shadow-seed -3").find("--shadow-seed: -3; allowed: "),
            std::string::npos);
}

TEST(ShadowSeed, IsAcceptedWithNicShadowAlone) {
  const BuildDirectory build;

  EXPECT_EQ(build.run("run one-way --nic shadow --shadow-seed 3").code, 0);
}

TEST(WrongSettingsOfRtl, AreRefusedBeforeTheBuild) {
  EXPECT_NE(refused("--nic rtl --set payload='60 KB'").find("mcp.max_payload"), std::string::npos);
  EXPECT_NE(refused("--nic rtl --trace x.fst --trace-window '2 us..1 us'").find("--trace-window: "),
            std::string::npos);
}

}  // namespace
}  // namespace flybar::program
