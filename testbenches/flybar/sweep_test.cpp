#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "testbenches/flybar/program.h"

namespace flybar::program {
namespace {

constexpr const char* kSix =
    "sweep self-test --vary mcp.send_threshold='256 B..1 KB:x2' --vary payload='64 B,128 B' ";

TEST(Sweep, OneRowForEachPointInTheOrderOfThePlan) {
  const Workspace here;
  const Ended ended = here.run(std::string(kSix) + "-o out");

  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.out, "6 points (0 were done before), 0 failed: out/results.csv\n");
  EXPECT_EQ(contents(here / "out/results.csv"),
            "mcp.send_threshold,payload,latency us,messages,error\n"
            "256 B,64 B,23,3,\n"
            "256 B,128 B,24,3,\n"
            "512 B,64 B,25,3,\n"
            "512 B,128 B,26,3,\n"
            "1 KB,64 B,29,3,\n"
            "1 KB,128 B,30,3,\n");
}

TEST(Sweep, TableIsTheSameForAnyNumberOfProcesses) {
  const Workspace here;
  here.run(std::string(kSix) + "-o one -j 1");
  here.run(std::string(kSix) + "-o four -j 4");

  EXPECT_EQ(contents(here / "one/results.csv"), contents(here / "four/results.csv"));
}

TEST(Sweep, FinishedPointsAreNotRunAgain) {
  const Workspace here;
  here.run("sweep self-test --vary payload='64 B,128 B' -o out");
  const Ended ended = here.run("sweep self-test --vary payload='64 B,128 B,256 B' -o out");

  EXPECT_EQ(ended.out, "3 points (2 were done before), 0 failed: out/results.csv\n");
}

TEST(Sweep, FilesOfFinishedPointsAreNotWrittenAgain) {
  const Workspace here;
  here.run("sweep self-test --vary payload='64 B' -o out");
  const auto point = *std::filesystem::directory_iterator(here / "out/points");
  std::filesystem::last_write_time(point, {});
  here.run("sweep self-test --vary payload='64 B,128 B' -o out");

  EXPECT_EQ(std::filesystem::last_write_time(point), std::filesystem::file_time_type());
}

TEST(Sweep, DirectoryIntoWhichAnotherWritesIsRefused) {
  const Workspace here;
  std::filesystem::create_directory(here / "out");
  const int other = open((here / "out").c_str(), O_RDONLY);
  flock(other, LOCK_EX);
  const Ended ended = here.run("sweep self-test --vary payload='64 B' -o out");
  close(other);

  EXPECT_EQ(ended.code, 5);
  EXPECT_NE(ended.err.find("out: another sweep writes into it; "), std::string::npos) << ended.err;
}

TEST(Sweep, OtherParametersAreOtherPoints) {
  const Workspace here;
  here.run("sweep self-test --vary payload='64 B' -o out");
  const Ended ended =
      here.run("sweep self-test --vary payload='64 B' -o out --set mcp.send_threshold='64 B'");

  EXPECT_EQ(ended.out, "1 points (0 were done before), 0 failed: out/results.csv\n");
}

TEST(Sweep, FailedPointIsARowWithItsReason) {
  const Workspace here;
  const Ended ended = here.run(
      "sweep self-test --vary ending=done,failed -o out --set mcp.send_threshold='1280 B'");

  EXPECT_EQ(ended.code, 4);
  EXPECT_EQ(
      contents(here / "out/results.csv"),
      "ending,latency us,messages,error\n"
      "done,31,3,\n"
      "failed,,,\"flybar: the simulated system failed node0.lanai: it caught fire; allowed: no "
      "fire; put it out\"\n");
}

TEST(Sweep, DryRunCountsAndWritesNothing) {
  const Workspace here;
  const Ended ended = here.run(std::string(kSix) + "-o out --dry-run");

  EXPECT_EQ(ended.out, "6 points, 0 of them done in out\n");
  EXPECT_EQ(here.files(), 0u);
}

TEST(Sweep, EveryPointIsCheckedBeforeAnyRuns) {
  const Workspace here;
  const Ended ended = here.run("sweep self-test --vary payload='64 B,65,16 KB' -o out");

  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.err,
            "flybar: this configuration is not possible\n"
            "--vary: payload: \"65\" is not a size with its unit; allowed: 0 B .. 64 KB; write for "
            "example \"64 B\"\n"
            "payload: 16 KB is too much; allowed: up to mcp.max_payload; lower it\n");
  EXPECT_EQ(here.files(), 0u);
}

TEST(Sweep, PlanSaysWhatIsFixedAndWhatVaries) {
  const Workspace here;
  here.write(
      "plan.toml",
      "experiment = \"self-test\"\nplatform = \"alcor-miata\"\n[set]\nmcp.mode = "
      "\"static\"\nmcp.send_threshold = \"1280 B\"\n[vary]\npayload = [\"64 B\", \"128 B\"]\n");
  const Ended ended = here.run("sweep plan.toml -o out");

  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(contents(here / "out/results.csv"),
            "payload,latency us,messages,error\n64 B,31,3,\n128 B,32,3,\n");
}

TEST(Sweep, FaultsOfAPlanNameFileAndLine) {
  const Workspace here;
  here.write("plan.toml", "machine = \"x\"\n[set]\npayload = [\"64 B\"]\n[vary]\npayload = \"\"\n");
  const Ended ended = here.run("sweep plan.toml -o out");

  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.err,
            "flybar: this configuration is not possible\n"
            "plan.toml:1: there is no \"machine\" in a plan; allowed: experiment, platform, "
            "firmware, and the sections [set] and [vary]; write parameters under [set] or [vary]\n"
            "plan.toml:3: set.payload: is a list; allowed: one value; move it to the section "
            "[vary]\n"
            "plan.toml:5: payload: \"\" has an empty value; allowed: key=a,b,c, key=lo..hi:step or "
            "key=lo..hi:xFACTOR; write for example mcp.send_threshold=\"64 B..8 KB:x2\"\n"
            "plan.toml: there is no experiment; allowed: one of \"flybar list experiments\"; add "
            "the line experiment = \"one-way\"\n");
}

TEST(Sweep, ValueOfAPlanThatIsNoneNamesFileAndLine) {
  const Workspace here;
  here.write("plan.toml", "experiment = \"self-test\"\n[set]\npayload = \"64\"\n");

  EXPECT_NE(here.run("sweep plan.toml -o out").err.find("plan.toml:3: payload: \"64\" is not"),
            std::string::npos);
}

TEST(Sweep, SettingOfTheCommandLineTakesThePlaceOfThePlans) {
  const Workspace here;
  here.write("plan.toml", "experiment = \"self-test\"\n[set]\npayload = \"64\"\n");

  EXPECT_EQ(here.run("sweep plan.toml -o out --set payload='64 B'").code, 0);
}

TEST(Sweep, KeyThatIsSetAndVariedIsRefused) {
  const Ended ended = Workspace().run("sweep self-test --set payload='64 B' --vary payload='8 B'");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("--vary: payload: is set twice"), std::string::npos) << ended.err;
}

TEST(Sweep, TwoTextsOfOneValueAreRefused) {
  const Ended ended = Workspace().run("sweep self-test --vary payload='4 KB,4096 B'");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("--vary: payload: 4096 B is the same as 4 KB; "), std::string::npos);
}

TEST(Report, IsOnePageWithAChartForEachResult) {
  const Workspace here;
  here.run(std::string(kSix) + "-o out");
  const Ended ended = here.run("report out -o page.html");

  EXPECT_EQ(ended.code, 0) << ended.err;
  const std::string page = contents(here / "page.html");
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_NE(page.find("<title>latency us</title>"), std::string::npos);
  EXPECT_EQ(page.find("http://"), std::string::npos);
}

TEST(Report, DirectoryWithoutASweepIsRefused) {
  const Ended ended = Workspace().run("report nowhere");

  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.err,
            "flybar: this configuration is not possible\n"
            "nowhere/results.csv: is no table of a sweep; allowed: the directory of a sweep; run "
            "\"flybar sweep ... -o nowhere\" first\n");
}

}  // namespace
}  // namespace flybar::program
