/// Results side by side.
#include <gtest/gtest.h>

#include <cmath>

#include "testbenches/flybar/results/sample.h"
#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

/// Two runs of self-test, whose latency is 20 us and a 64th of the payload and a 128th of the
/// threshold.
struct Compare : testing::Test {
  const Workspace here;
  void SetUp() override {
    ASSERT_EQ(here.run("run self-test --set payload='64 B' --json a.json").code, 0);
    ASSERT_EQ(here.run("run self-test --set payload='128 B' --json b.json").code, 0);
  }
};

TEST(Sample, IntervalOfTheMeanIsStudents) {
  const Sample sample = sample_of({10, 12, 14});

  EXPECT_EQ(sample.mean, 12);
  EXPECT_NEAR(sample.half_width(), 4.303 * 2 / std::sqrt(3), 0.001);
}

TEST_F(Compare, ShowsWhatDiffersOnTopAndTheDifferenceOfEachResult) {
  const Ended ended = here.run("compare a.json b.json");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.out,
            "A = a.json\nB = b.json\n\n"
            "parameter  A     B\n"
            "payload    64 B  128 B\n\n"
            "result    unit   A   B    B - A\n"
            "latency   us    27  28  +3.70 %\n"
            "messages         3   3     +0 %\n");
}

TEST_F(Compare, NamesFirmwareThatDiffers) {
  here.write("mine.elf", contents(FLYBAR_FIRMWARE) + "\n");
  ASSERT_EQ(here.run("run self-test --set payload='64 B' --firmware mine.elf --json c.json").code,
            0);
  const std::string out = here.run("compare a.json c.json").out;

  EXPECT_NE(out.find("\nfirmware   trapeze.elf "), out.npos) << out;
  EXPECT_EQ(out.find("all parameters are the same"), out.npos) << out;
}

TEST_F(Compare, NamesFirmwareThatDiffersBetweenSweeps) {
  here.write("mine.elf", contents(FLYBAR_FIRMWARE) + "\n");
  ASSERT_EQ(here.run("sweep self-test --vary payload='64 B,128 B' -o a").code, 0);
  ASSERT_EQ(here.run("sweep self-test --vary payload='64 B,128 B' --firmware mine.elf -o b").code,
            0);
  const std::string out = here.run("compare a b").out;

  EXPECT_NE(out.find("\nfirmware    trapeze.elf "), out.npos) << out;
}

TEST_F(Compare, TimesHaveTheUnitThatFitsAndFilesKeepMicroseconds) {
  ASSERT_EQ(
      here.run("run self-test --set mcp.max_payload='64 KB' --set payload='64 KB' --json c.json")
          .code,
      0);

  const std::string out = here.run("compare c.json c.json --json d.json").out;
  EXPECT_NE(out.find("\nlatency   ms    1.050  1.050   +0 %\n"), out.npos) << out;
  EXPECT_NE(contents(here / "d.json").find("\"unit\": \"us\""), std::string::npos);
}

TEST_F(Compare, EndsWithACodeOfItsOwnWhereADifferenceIsAboveTheLimit) {
  EXPECT_EQ(here.run("compare a.json b.json --fail-above 3%").code, 6);
  EXPECT_EQ(here.run("compare a.json b.json --fail-above '3.8 %'").code, 0);
  EXPECT_EQ(here.run("compare a.json b.json --fail-above 3% --result messages").code, 0);
  EXPECT_EQ(here.run("compare a.json a.json --fail-above 0%").code, 0);
}

TEST_F(Compare, AResultThatOneSetLacksIsAboveEveryLimit) {
  here.write(
      "c.json",
      R"({"experiment": "x", "parameters": {}, "results": {}, "wall_seconds": 1, "nic_cycles": 1})");
  EXPECT_EQ(here.run("compare a.json c.json --fail-above 50%").code, 6);
}

TEST_F(Compare, SetsSweepsSideBySidePointByPoint) {
  for (const std::string name : {"1280 B", "1408 B"})
    ASSERT_EQ(here.run("sweep self-test --set mcp.send_threshold='" + name +
                       "' --vary payload='64 B,128 B' -o '" + name + "'")
                  .code,
              0);
  const Ended ended = here.run("compare '1280 B' '1408 B' --result latency");
  EXPECT_NE(ended.out.find("mcp.send_threshold  1280 B  1408 B"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("payload=64 B   latency  us    31  32  +3.23 %"), std::string::npos)
      << ended.out;
}

TEST_F(Compare, JudgesByTheSeedsWhetherADifferenceIsByChance) {
  const auto sweep = [&](const std::string& name, const std::string& latencies) {
    std::filesystem::create_directory(here / name);
    here.write(name + "/plan.csv", "experiment,x\nvaries link.fault_seed,1,2,3\n");
    here.write(name + "/results.csv", "link.fault_seed,latency us,error\n" + latencies);
  };
  sweep("a", "1,10,\n2,11,\n3,12,\n");
  sweep("b", "1,10.5,\n2,11.5,\n3,12,\n");
  sweep("c", "1,20,\n2,21,\n3,22,\n");
  const std::string out = here.run("compare a b c").out;
  EXPECT_NE(out.find("by chance (p = 0.67)"), out.npos) << out;
  EXPECT_NE(out.find("significant (p = 0.00026)"), out.npos) << out;
}

TEST_F(Compare, WhatCannotBeComparedIsRefused) {
  here.write("text", "hello");
  std::filesystem::create_directory(here / "empty");
  const std::pair<std::string, int> cases[] = {{"compare", 2},
                                               {"compare a.json", 2},
                                               {"compare a.json nosuch", 3},
                                               {"compare a.json text", 3},
                                               {"compare a.json empty", 3},
                                               {"compare a.json b.json --fail-above x", 2},
                                               {"compare a.json b.json --fail-above 2", 2},
                                               {"compare a.json b.json --fail-above=-1%", 2},
                                               {"compare a.json b.json --result latensy", 2},
                                               {"compare a.json b.json --json nosuch/x", 5}};
  for (const auto& [arguments, code] : cases) {
    const Ended ended = here.run(arguments);
    EXPECT_EQ(ended.code, code) << arguments << ended.err;
    EXPECT_NE(ended.err.find("; allowed: "), std::string::npos) << arguments << ended.err;
  }
}

}  // namespace
}  // namespace flybar::program
