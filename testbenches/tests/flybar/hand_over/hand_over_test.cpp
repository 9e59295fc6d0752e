/// Is what RTL is compared with that of today?
#include <gtest/gtest.h>

#include "testbenches/tests/flybar/hand_over/build_directory.h"

namespace flybar::program {
namespace {

constexpr const char* kRtl = "run one-way --nic rtl";
constexpr const char* kAsInstalled = "FLYBAR_HANDED_OVER_FROM_SOURCES=";

class EditedSource : public testing::TestWithParam<const char*> {};

TEST_P(EditedSource, IsInTheRtlOfTheNextUse) {
  const BuildDirectory build;
  const Ended before = build.run(kRtl);
  build.edit(GetParam(), std::string("new-") + GetParam());
  const Ended after = build.run(kRtl);

  EXPECT_NE(before.out.find(std::string("old-") + GetParam()), std::string::npos) << before.err;
  EXPECT_NE(after.out.find(std::string("new-") + GetParam()), std::string::npos) << after.err;
}

INSTANTIATE_TEST_SUITE_P(HandOver, EditedSource,
                         testing::Values("models", "rtl", "firmware", "layouts"),
                         [](const auto& source) { return std::string(source.param); });

TEST(HandOver, EveryWayToRtlBuildsFirst) {
  for (const char* const way :
       {"run one-way --nic lockstep", "run one-way --nic shadow", "run one-way --shadow 1%",
        "run one-way --nic client=rtl", "run one-way --set node.cards=lanai-rtl",
        "sweep one-way --nic rtl --vary payload='0 B,64 B'"}) {
    const BuildDirectory build;
    build.run(way);
    build.edit("models", "new-models");

    EXPECT_NE(build.run(way).out.find("new-models"), std::string::npos) << way;
  }
}

TEST(HandOver, FlybarIsBroughtUpToDateWithIt) {
  const BuildDirectory build;
  build.run(kRtl);
  build.edit("models", "new-models");
  build.run(kRtl);

  EXPECT_EQ(contents(build.files() / "model-in-flybar"), "new-models");
}

TEST(HandOver, ModelAloneBuildsNothing) {
  const BuildDirectory build;

  EXPECT_EQ(build.run("run one-way --quiet").code, 0);
  EXPECT_FALSE(build.has("flybar-rtl"));
}

TEST(HandOver, FirstBuildIsAnnounced) {
  EXPECT_TRUE(BuildDirectory().run(kRtl).err.starts_with("flybar: building flybar-rtl "));
}

TEST(HandOver, StepsOfABuildAreToldWithTheTimeLeft) {
  EXPECT_NE(BuildDirectory().run(kRtl).err.find("  step 2 of 2, about 0:00 left\n"),
            std::string::npos);
}

TEST(HandOver, NothingIsSaidIfNothingIsToDo) {
  const BuildDirectory build;
  build.run(kRtl);

  EXPECT_EQ(build.run(kRtl).err, "");
}

TEST(HandOver, BuildThatFailsIsToldWithItsFirstErrorAndNothingOldRuns) {
  const BuildDirectory build;
  build.run(kRtl);
  build.use("echo 'send_dma.cpp:7: error: no such name' && false");
  const Ended ended = build.run(kRtl);

  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.out, "");
  EXPECT_NE(ended.err.find("cannot be built: send_dma.cpp:7: error: no such name; allowed: "),
            std::string::npos)
      << ended.err;
}

TEST(HandOver, StepThatFailsWithoutTheWordErrorIsToldWithWhatItSays) {
  const BuildDirectory build;
  build.use("echo 'lanai_regs.h is not what lanai.regs.toml says' && false");

  EXPECT_NE(build.run(kRtl).err.find("cannot be built: lanai_regs.h is not what "),
            std::string::npos);
}

TEST(HandOver, BuildThatNobodyMayWriteIsRefused) {
  const BuildDirectory build;
  std::filesystem::create_directory(build.files() / "flybar-rtl.log");
  const Ended ended = build.run(kRtl);

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("nothing can be written to "), std::string::npos) << ended.err;
}

TEST(HandOver, InstalledProgramHandsOverTheDigestOfItsSources) {
  const BuildDirectory build;
  build.run(kRtl);
  std::filesystem::remove(build.files() / "CMakeCache.txt");
  build.files().write("flybar-rtl", "#!/bin/sh\necho $FLYBAR_HANDED_OVER_FROM_SOURCES\n");
  const std::string digest = build.run(kRtl).out.substr(0, 32);

  EXPECT_EQ(digest.find_first_not_of("0123456789abcdef"), std::string::npos) << digest;
  EXPECT_EQ(build.run("list", kAsInstalled + digest).code, 0);
}

TEST(HandOver, InstalledProgramOfOtherSourcesIsRefused) {
  const Ended ended = Workspace().run("list", std::string(kAsInstalled) + "0123");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("flybar_self_test is from other sources"), std::string::npos);
}

TEST(HandOver, InstalledProgramWithoutRtlIsToldHowToGetIt) {
  const BuildDirectory build;
  std::filesystem::remove(build.files() / "CMakeCache.txt");
  const Ended ended = build.run(kRtl);

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("flybar-rtl; allowed: a flybar-rtl beside flybar"), std::string::npos)
      << ended.err;
}

}  // namespace
}  // namespace flybar::program
