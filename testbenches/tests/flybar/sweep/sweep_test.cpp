#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <functional>
#include <map>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

constexpr const char* kSix =
    "sweep self-test --vary mcp.send_threshold='256 B..1 KB:x2' --vary payload='64 B,128 B' ";

TEST(Sweep, ShortTableIsShownWithItsBestPoint) {
  const Ended ended = Workspace().run("sweep self-test --vary payload='128 B,64 B' -o out");

  EXPECT_TRUE(
      ended.out.starts_with("payload  latency us  messages\n"
                            "128 B            28         3\n"
                            "64 B             27         3\n"
                            "\n"
                            "best: latency 27 us at payload = 64 B\n"))
      << ended.out;
}

TEST(Sweep, ResultsThatAreAskedForAreShownAndTheRestIsCounted) {
  const Ended ended =
      Workspace().run("sweep self-test --vary payload='128 B,64 B' --result messages -o out");

  EXPECT_TRUE(
      ended.out.starts_with("payload  messages\n"
                            "128 B           3\n"
                            "64 B            3\n"
                            "1 more column in results.csv, shown with --result: latency\n"
                            "\n2 points"))
      << ended.out;
}

TEST(Sweep, ResultThatDoesNotExistIsToldAndTheTableIsKept) {
  const Workspace here;
  const Ended ended =
      here.run("sweep self-test --vary payload='128 B,64 B' --result latensy -o out");

  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("there is no result \"latensy\"; allowed: latency, messages; "
                           "did you mean latency?"),
            std::string::npos)
      << ended.err;
  EXPECT_NE(contents(here / "out/results.csv").find("64 B,27,3"), std::string::npos);
}

TEST(Sweep, ShowNamesEachResultOnceWhereOneDoesNotExist) {
  const Workspace here;
  here.run("sweep self-test --vary payload='128 B,64 B' -o out");
  const Ended ended = here.run("sweep show out --result latensy");

  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("allowed: latency, messages; did you mean latency?"), std::string::npos)
      << ended.err;
}

TEST(Sweep, TimesAreShownInTheUnitThatFitsAndKeptInMicroseconds) {
  const Workspace here;
  const Ended ended =
      here.run("sweep self-test --set mcp.max_payload='64 KB' --vary payload='32 KB,64 KB' -o out");

  EXPECT_TRUE(
      ended.out.starts_with("payload  latency ms  messages\n"
                            "32 KB         0.538         3\n"))
      << ended.out;
  EXPECT_NE(ended.out.find("\nbest: latency 538 us at payload = 32 KB\n"), std::string::npos)
      << ended.out;
  EXPECT_TRUE(contents(here / "out/results.csv").starts_with("payload,latency us,"));
}

TEST(Sweep, ShowHasTheResultsThatAreAskedFor) {
  const Workspace here;
  here.run("sweep self-test --vary payload='128 B,64 B' -o out");

  EXPECT_EQ(here.run("sweep show out --result latency").out,
            "payload  result   mean  unit\n"
            "128 B    latency    28  us\n"
            "64 B     latency    27  us\n");
  EXPECT_EQ(here.run("sweep show out 1 --result messages").out.find("latency"), std::string::npos);
  EXPECT_EQ(here.run("sweep show out --result latensy").code, 2);
  EXPECT_EQ(here.run("sweep show out 1 --rerun --result latency").code, 2);
}

TEST(Sweep, LongTableIsLeftToItsFiles) {
  const Ended ended = Workspace().run("sweep self-test --vary payload='64 B..1344 B:64 B' -o out");

  EXPECT_TRUE(ended.out.starts_with("best: latency 27 us at payload = 64 B\n21 points"))
      << ended.out;
}

/// With its newline.
std::string last_line(const std::string& text) {
  const std::size_t before = text.rfind('\n', text.size() - 2);
  return text.substr(before == text.npos ? 0 : before + 1);
}

TEST(Sweep, OneRowForEachPointInTheOrderOfThePlan) {
  const Workspace here;
  const Ended ended = here.run(std::string(kSix) + "-o out");

  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(last_line(ended.out), "6 points (0 were done before), 0 failed: out/results.csv\n");
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
  here.run(std::string(kSix) + "-o four -j 4 --no-cache");

  EXPECT_EQ(contents(here / "one/results.csv"), contents(here / "four/results.csv"));
}

TEST(Sweep, FinishedPointsAreNotRunAgain) {
  const Workspace here;
  here.run("sweep self-test --vary payload='64 B,128 B' -o out");
  const Ended ended = here.run("sweep self-test --vary payload='64 B,128 B,256 B' -o out");

  EXPECT_EQ(last_line(ended.out), "3 points (2 were done before), 0 failed: out/results.csv\n");
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

TEST(Sweep, SecondSweepOfAnotherKindIsRefusedAndTheTableOfTheFirstStays) {
  const Workspace here;
  here.run(std::string(kSix) + "-o out");
  const std::string table = contents(here / "out/results.csv");
  const Ended ended = here.run("sweep self-test --vary ending=done -o out");

  EXPECT_EQ(ended.code, 5);
  EXPECT_NE(
      ended.err.find("out/results.csv: is the table of another sweep: varies ending was left "
                     "out, now \"done\"; allowed: the same sweep again, also with more values "
                     "of what varies; choose another directory with -o, or remove this file"),
      std::string::npos)
      << ended.err;
  EXPECT_EQ(contents(here / "out/results.csv"), table);
}

/// What a sweep into the directory of another, of payload 64 B and 128 B, is told.
std::string difference_of(const std::string& other) {
  const Workspace here;
  here.run("sweep self-test --vary payload='64 B,128 B' -o out");
  const Ended ended = here.run("sweep " + other + " -o out");
  EXPECT_EQ(ended.code, 5) << ended.err;
  const std::size_t begin = ended.err.find("another sweep: ") + 15;
  return ended.err.substr(begin, ended.err.find(';') - begin);
}

TEST(Sweep, DifferenceOfAnotherSweepIsNamed) {
  const std::string same = "self-test --vary payload='64 B,128 B'";

  EXPECT_EQ(difference_of(same + " --platform alcor-miata"),
            "platform was \"alphastation-500\", now \"alcor-miata\"");
  EXPECT_EQ(difference_of(same + " --set ending=done"), "set ending was left out, now \"done\"");
  EXPECT_EQ(difference_of("self-test --vary payload='64 B'"),
            "varies payload was \"64 B,128 B\", now \"64 B\"");
}

TEST(Sweep, DryRunRefusesWhatTheRunWould) {
  const Workspace here;
  here.run(std::string(kSix) + "-o out");

  EXPECT_EQ(here.run("sweep self-test --vary payload='64 B' -o out --dry-run").code, 5);
}

TEST(Sweep, TableOfNoKnownSweepIsRefused) {
  const Workspace here;
  std::filesystem::create_directory(here / "out");
  here.write("out/results.csv", "my own\n");
  const Ended ended = here.run("sweep self-test --vary payload='64 B' -o out");

  EXPECT_EQ(ended.code, 5);
  EXPECT_NE(ended.err.find("there is no plan.csv"), std::string::npos) << ended.err;
  EXPECT_EQ(contents(here / "out/results.csv"), "my own\n");
}

TEST(Sweep, DirectoryWhoseTableWasRemovedServesAnother) {
  const Workspace here;
  here.run(std::string(kSix) + "-o out");
  std::filesystem::remove(here / "out/results.csv");

  EXPECT_EQ(here.run("sweep self-test --vary ending=done -o out").code, 0);
}

TEST(Sweep, ResultsGoToADirectoryNamedAfterTheExperimentByDefault) {
  const Workspace here;
  const Ended ended = here.run("sweep self-test --vary payload='64 B'");

  EXPECT_EQ(last_line(ended.out),
            "1 points (0 were done before), 0 failed: results/self-test/results.csv\n");
}

/// What a sweep is told after something else has taken the place of its only point.
std::string refusal_with(const std::function<void(const std::filesystem::path&)>& take_place) {
  const Workspace here;
  here.run("sweep self-test --vary payload='64 B' -o out");
  const auto point = std::filesystem::directory_iterator(here / "out/points")->path();
  std::filesystem::remove(point);
  take_place(point);
  const Ended ended = here.run("sweep self-test --vary payload='64 B' -o out");
  EXPECT_EQ(ended.code, 5);
  EXPECT_NE(ended.err.find(".json: "), std::string::npos) << ended.err;
  return ended.err.substr(ended.err.find(".json: ") + 7);
}

TEST(Sweep, DirectoryInPlaceOfAPointIsRefused) {
  EXPECT_EQ(refusal_with([](const auto& point) { std::filesystem::create_directory(point); }),
            "is a directory; allowed: the record of a run, or nothing; remove it, or choose "
            "another directory with -o\n");
}

TEST(Sweep, LoopingLinkInPlaceOfAPointIsRefused) {
  EXPECT_EQ(refusal_with([](const auto& point) {
              std::filesystem::create_symlink(point.filename(), point);
            }),
            "Too many levels of symbolic links; allowed: the record of a run, or nothing; remove "
            "it, or choose another directory with -o\n");
}

TEST(Sweep, OtherParametersAreOtherPoints) {
  const Workspace here;
  here.run("sweep self-test --vary payload='64 B' -o out");
  std::filesystem::remove(here / "out/results.csv");
  const Ended ended =
      here.run("sweep self-test --vary payload='64 B' -o out --set mcp.send_threshold='64 B'");

  EXPECT_EQ(last_line(ended.out), "1 points (0 were done before), 0 failed: out/results.csv\n");
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

TEST(Sweep, PointWhoseProcessWasKilledIsARowWithTheSignalAndALineOfItsOwn) {
  const Workspace here;
  const Ended ended = here.run("sweep self-test --vary ending=done,killed -o out");

  EXPECT_EQ(ended.code, 4);
  EXPECT_EQ(contents(here / "out/results.csv"),
            "ending,latency us,messages,error\n"
            "done,27,3,\n"
            "killed,,,killed by signal 9 (Killed)\n");
  EXPECT_NE(ended.err.find("ending=killed: killed by signal 9 (Killed)\n"), std::string::npos)
      << ended.err;
}

/// A cluster of which a node has died: its jobs are never through, cancelled or not. It interrupts
/// who asks for them first.
constexpr const char* kDeadNode =
    "#!/bin/sh\n"
    "for word; do [ \"$word\" = --name ] && queue=1; done\n"
    "[ \"$queue\" ] || exit 0\n"
    "[ -e interrupted ] || { touch interrupted; kill -INT $PPID; }\n"
    "echo COMPLETING None\n";

TEST(Sweep, LeavesJobsThatAClusterDoesNotEndToAUserWhoInterruptsIt) {
  const Workspace here;
  here.write("squeue", kDeadNode);
  here.write("scancel", "#!/bin/sh\n");
  const Ended ended =
      here.run("sweep self-test --vary payload='64 B' --engine slurm -o out",
               "chmod +x squeue scancel; PATH=\"$PWD:$PATH\" timeout --signal=KILL 60");

  EXPECT_EQ(ended.code, 130);
  EXPECT_NE(ended.err.find("does not end its jobs, which may still run; once it does, end them "
                           "with: scancel --me --name flybar-"),
            std::string::npos)
      << ended.err;
}

TEST(Sweep, RefusesNoReplicatesAsAPlanDoes) {
  const Ended ended =
      Workspace().run("sweep self-test --vary payload='64 B' --replicates 0 -o out");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("--replicates: replicates: \"0\" is no number of them; allowed: 2 .. "
                           "10000; write for example replicates = 5"),
            std::string::npos)
      << ended.err;
}

TEST(Sweep, RefusesAPlanWithAPlatformAndASystem) {
  const Workspace here;
  here.write("plan.toml",
             "experiment = \"self-test\"\nplatform = \"alphastation-500\"\n"
             "system = \"incast-4\"\n[vary]\npayload = [\"64 B\"]\n");
  const Ended ended = here.run("sweep plan.toml -o out");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("plan.toml:3: system: is given with platform; allowed: one of them"),
            std::string::npos)
      << ended.err;
}

TEST(Sweep, DryRunCountsAndWritesNothing) {
  const Workspace here;
  const Ended ended = here.run(std::string(kSix) + "-o out --dry-run");

  EXPECT_EQ(ended.out.find("6 points, 0 of them done in out\nthe 6 others: about "), 0u)
      << ended.out;
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

TEST(Sweep, AValueThatDoesNotFitTheOthersIsARowWithItsReason) {
  const Workspace here;
  const Ended ended = here.run("sweep self-test --vary payload='64 B,16 KB' -o out");

  EXPECT_EQ(ended.code, 4);
  const std::string table = contents(here / "out/results.csv");
  EXPECT_NE(table.find("16 KB,,,payload: 16 KB is too much"), table.npos) << table;
  EXPECT_EQ(here.run("sweep self-test --vary payload='16 KB,32 KB' -o other").code, 3);
}

TEST(Sweep, KeepsItsFinishedPointsWhenItIsInterrupted) {
  const Workspace here;
  ASSERT_EQ(here.run("sweep self-test --vary ending=done -o out").code, 0);
  const Ended ended = here.run("sweep self-test --vary ending=done,hung -o out",
                               "timeout --preserve-status --signal=TERM --foreground 3");

  EXPECT_EQ(ended.code, 143) << ended.err;
  EXPECT_NE(ended.err.find("interrupted; 1 of 2 points are done and kept in out/results.csv"),
            ended.err.npos)
      << ended.err;
  EXPECT_NE(contents(here / "out/results.csv").find("\nhung,,,interrupted"), std::string::npos)
      << contents(here / "out/results.csv");
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
            "plan.toml:1: there is no \"machine\" in a plan; allowed: experiment, platform or "
            "system, firmware, points, constraints, replicates, threads, and the sections [set], "
            "[vary] and "
            "[zip.NAME]; write parameters under [set] or [vary]\n"
            "plan.toml:3: set.payload: is a list; allowed: one value; move it to the section "
            "[vary]\n"
            "plan.toml:5: payload: \"\" has an empty value; allowed: key=a,b,c, key=lo..hi:step, "
            "key=lo..hi:xFACTOR or key=lo..hi:logCOUNT; write for example mcp.send_threshold=\"64 "
            "B..8 KB:x2\"\n"
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

TEST(Sweep, KeysThatStepTogetherMakeOneRowForEachStep) {
  const Workspace here;
  const Ended ended = here.run(
      "sweep self-test --vary 'mcp.send_threshold=256 B,512 B; payload=64 B,128 B' -o out");

  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(contents(here / "out/results.csv"),
            "mcp.send_threshold,payload,latency us,messages,error\n"
            "256 B,64 B,23,3,\n"
            "512 B,128 B,26,3,\n");
}

TEST(Sweep, PlanMayHaveZippedKeysConstraintsAndLogarithmicRanges) {
  const Workspace here;
  here.write(
      "plan.toml",
      "experiment = \"self-test\"\nconstraints = [\"payload <= mcp.send_threshold / 4\"]\n"
      "[vary]\npayload = \"64 B..256 B:log3\"\n[zip.a]\nmcp.send_threshold = [\"256 B\", \"1 "
      "KB\"]\ncontrol = [\"8 B\", \"16 B\"]\n");
  const Ended ended = here.run("sweep plan.toml -o out");

  EXPECT_EQ(
      last_line(ended.out),
      "4 points (0 were done before, 2 left out by constraints), 0 failed: out/results.csv\n");
  EXPECT_EQ(contents(here / "out/results.csv"),
            "payload,mcp.send_threshold,control,latency us,messages,error\n"
            "64 B,256 B,8 B,23,3,\n"
            "64 B,1 KB,16 B,29,3,\n"
            "128 B,1 KB,16 B,30,3,\n"
            "256 B,1 KB,16 B,32,3,\n");
}

TEST(Sweep, ConstraintMayNameWhatDoesNotVary) {
  const Workspace here;
  EXPECT_EQ(here.run("sweep self-test --vary payload='64 B,16 KB' --constraint 'payload <= "
                     "mcp.max_payload' -o out")
                .code,
            0);
  EXPECT_EQ(contents(here / "out/results.csv").find("16 KB"), std::string::npos);
  EXPECT_EQ(here.run("sweep self-test --vary payload='64 B,4 KB' --constraint 'payload < "
                     "mcp.send_threshold' -o other")
                .code,
            0);
  EXPECT_EQ(contents(here / "other/results.csv").find("4 KB"), std::string::npos);
}

TEST(Sweep, ContradictingConstraintsAreRefused) {
  const Workspace here;
  const Ended ended =
      here.run("sweep self-test --vary payload='64 B,128 B' --constraint 'payload < 1 B' -o out");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("--constraint: \"payload < 1 B\" leave none of 2 points; allowed: "),
            std::string::npos)
      << ended.err;
  EXPECT_EQ(here.files(), 0u);
}

TEST(Sweep, PointsMayComeFromAFile) {
  const Workspace here;
  here.write("points.csv", "payload,mcp.send_threshold\n64 B,256 B\n64 B,512 B\n64 B,256 B\n");
  const Ended ended = here.run("sweep self-test --points points.csv -o out");

  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(contents(here / "out/results.csv"),
            "payload,mcp.send_threshold,latency us,messages,error\n"
            "64 B,256 B,23,3,\n64 B,512 B,25,3,\n64 B,256 B,23,3,\n");
  EXPECT_EQ(here.run("sweep self-test --points points.csv -o out").code, 0);
}

TEST(Sweep, ReplicatesHaveDifferentSeeds) {
  const Workspace here;
  const Ended ended =
      here.run("sweep self-test --vary link.byte_errors=0.001,0.01 --replicates 2 -o out");

  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(contents(here / "out/results.csv"),
            "link.byte_errors,link.fault_seed,latency us,messages,error\n"
            "0.001,1,27,3,\n0.001,2,27,3,\n0.01,1,27,3,\n0.01,2,27,3,\n");
}

TEST(Sweep, ReplicatesHaveTheSeedsThatAreUsed) {
  const Workspace here;
  const Ended ended = here.run("sweep self-test --vary ip.lost=0.001 --replicates 2 -o out");

  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(contents(here / "out/results.csv"),
            "ip.lost,ip.fault_seed,latency us,messages,error\n0.001,1,27,3,\n0.001,2,27,3,\n");
}

TEST(Sweep, PointThatFaultsHaveEndedIsARowWithItsReasonHoweverItCame) {
  const Workspace here;
  const std::string sweep = "sweep self-test --vary ending=done,stopped ";
  const std::string table =
      "ending,latency us,messages,error\ndone,27,3,\n"
      "stopped,,2,injected faults ended the run early: node 1: message 2 has not come; ";

  for (const std::string again : {"-o out", "-o out", "-o from-cache"}) {
    const Ended ended = here.run(sweep + again);
    EXPECT_EQ(ended.code, 7) << ended.err;
    EXPECT_NE(ended.out.find("1 ended early, 0 failed"), std::string::npos) << ended.out;
  }
  for (const char* directory : {"out", "from-cache"})
    EXPECT_TRUE(contents(here / directory / "results.csv").starts_with(table))
        << contents(here / directory / "results.csv");
  EXPECT_NE(contents(here / "out/results.jsonl").find("\"status\":\"stopped\""), std::string::npos);
}

TEST(Sweep, SeedThatNothingUsesIsRefusedOnce) {
  const std::string fault = "link.fault_seed: is set, and nothing is random: ";
  const Ended ended = Workspace().run("sweep self-test --vary link.fault_seed=1..8:1 -o out");
  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("--vary: " + fault), std::string::npos) << ended.err;
  EXPECT_EQ(ended.err.find(fault), ended.err.rfind(fault)) << ended.err;
}

TEST(Sweep, LogarithmicRangesHaveSizesThatAreAllowed) {
  const Workspace here;
  const Ended ended = here.run(
      "sweep self-test --vary 'mcp.send_threshold=64 B..8 KB:log9;client.mcp.receive_threshold=64 "
      "B..8 KB:log9' -o out");

  EXPECT_EQ(ended.code, 0) << ended.err << contents(here / "out/results.csv");
  EXPECT_NE(contents(here / "out/results.csv").find("\n116 B,116 B,"), std::string::npos);
}

TEST(Sweep, ReplicatesHaveATableOfTheirMeans) {
  const Workspace here;
  here.run(
      "sweep self-test --vary payload='64 B,128 B' --set link.byte_errors=0.1 --replicates 2 "
      "-o out");

  const std::string means = contents(here / "out/means.csv");
  EXPECT_EQ(means.substr(0, means.find('\n', means.find('\n') + 1)),
            "payload,result,unit,replicates,mean,low,high\n64 B,latency,us,2,27,27,27");
  const std::string shown = here.run("sweep show out").out;
  EXPECT_NE(shown.find("+-  replicates\n64 B     latency     27"), std::string::npos) << shown;
}

TEST(Sweep, WithoutReplicatesThereAreNoMeans) {
  const Workspace here;
  here.run(std::string(kSix) + "-o out");

  EXPECT_FALSE(std::filesystem::exists(here / "out/means.csv"));
}

TEST(Sweep, ReplicatesOfWhatIsNotRandomAreRefused) {
  const Ended ended =
      Workspace().run("sweep self-test --vary payload='64 B' --replicates 2 -o out");

  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("replicates: nothing is random at these points; "), std::string::npos);
}

TEST(Sweep, PointsOfOtherSweepsAreNotRunAgain) {
  const Workspace here;
  here.run(std::string(kSix) + "-o one");
  const Ended ended = here.run(std::string(kSix) + "-o two");

  EXPECT_EQ(last_line(ended.out),
            "6 points (0 were done before, 6 by other sweeps), 0 failed: two/results.csv\n");
  EXPECT_EQ(contents(here / "one/results.csv"), contents(here / "two/results.csv"));
}

/// A directory of Slurm's commands, each of which does what its line of shell says.
std::string cluster_of(const Workspace& here, const std::map<std::string, std::string>& commands) {
  std::filesystem::create_directory(here / "bin");
  for (const auto& [name, line] : commands) {
    here.write("bin/" + name, "#!/bin/sh\n" + line + "\n");
    std::filesystem::permissions(here / ("bin/" + name), std::filesystem::perms::owner_all);
  }
  return "PATH=$PWD/bin:$PATH; export PATH; sh -c 'echo $$ > flybar.pid; exec \"$@\"' run";
}

/// The controller answers until the jobs are submitted, and then no more: the user interrupts.
TEST(Sweep, InterruptBesideADeadControllerEndsTheSweepAndTellsHowToCancel) {
  const Workspace here;
  const std::string cluster = cluster_of(here, {{"squeue",
                                                 "test -f submitted || exit 0\n"
                                                 "kill -INT $(cat flybar.pid); sleep 600"},
                                                {"sbatch", "touch submitted; echo 1"},
                                                {"scancel", "echo no controller; exit 1"}});
  const Ended ended =
      here.run("sweep self-test --vary payload='64 B' -o s --engine slurm", cluster);

  EXPECT_EQ(ended.code, 130) << ended.err;
  EXPECT_NE(ended.err.find("end them with: scancel --me --name flybar-"), ended.err.npos)
      << ended.err;
}

TEST(Sweep, WrongChunkIsRefusedBeforeAnyClusterIsAsked) {
  const Workspace here;
  const Ended ended =
      here.run("sweep self-test --vary payload='64 B' -o s --engine slurm --chunk 0",
               cluster_of(here, {{"squeue", "touch asked"}}));

  EXPECT_EQ(ended.code, 2) << ended.err;
  EXPECT_FALSE(std::filesystem::exists(here / "asked"));
}

std::vector<std::filesystem::path> entries_of(const std::filesystem::path& cache) {
  std::vector<std::filesystem::path> all;
  for (const auto& file : std::filesystem::recursive_directory_iterator(cache))
    if (file.is_regular_file()) all.push_back(file.path());
  return all;
}

TEST(Sweep, EntryOfAnotherPointInTheCacheIsRunAgain) {
  const Workspace here;
  const std::string two = "sweep self-test --vary payload='64 B,6400 B' --cache kept ";
  here.run(two + "-o one");
  const auto entries = entries_of(here / "kept");
  ASSERT_EQ(entries.size(), 2U);
  std::filesystem::copy_file(entries[0], entries[1],
                             std::filesystem::copy_options::overwrite_existing);
  const Ended ended = here.run(two + "-o two");

  EXPECT_EQ(ended.out,
            "payload  latency us  messages\n"
            "64 B             27         3\n"
            "6400 B          126         3\n"
            "\n"
            "best: latency 27 us at payload = 64 B\n"
            "2 points (0 were done before, 1 by other sweeps), 0 failed: two/results.csv\n");
  EXPECT_EQ(contents(here / "one/results.csv"), contents(here / "two/results.csv"));
}

TEST(Sweep, EntryOfTheCacheWithAChangedDigitIsRunAgain) {
  const Workspace here;
  const std::string one = "sweep self-test --vary payload='6400 B' --cache kept ";
  here.run(one + "-o one");
  const auto entry = entries_of(here / "kept").at(0);
  std::string text = contents(entry);
  const std::size_t value = text.find("\"value\": ");
  ASSERT_NE(value, text.npos);
  text[value + 9] = text[value + 9] == '7' ? '8' : '7';
  std::ofstream(entry) << text;
  const Ended ended = here.run(one + "-o two");

  EXPECT_EQ(ended.out,
            "payload  latency us  messages\n"
            "6400 B          126         3\n"
            "\n"
            "1 points (0 were done before), 0 failed: two/results.csv\n");
  EXPECT_EQ(contents(here / "one/results.csv"), contents(here / "two/results.csv"));
}

TEST(Sweep, DamagedRecordOfTheCacheIsRunAgain) {
  const Workspace here;
  here.run("sweep self-test --vary payload='64 B' -o one --cache kept");
  for (const auto& file : std::filesystem::recursive_directory_iterator(here / "kept"))
    if (file.is_regular_file()) std::filesystem::resize_file(file, 100);
  const Ended ended = here.run("sweep self-test --vary payload='64 B' -o two --cache kept");

  EXPECT_EQ(last_line(ended.out), "1 points (0 were done before), 0 failed: two/results.csv\n");
  EXPECT_EQ(contents(here / "one/results.csv"), contents(here / "two/results.csv"));
}

TEST(Sweep, TablesOfEveryFormatAreTheSameBytesForTheSamePlan) {
  const Workspace here;
  here.run(std::string(kSix) + "-o one --no-cache");
  here.run(std::string(kSix) + "-o two --no-cache -j 3");

  for (const char* file : {"results.csv", "results.jsonl", "results.sqlite",
                           "results.csv-metadata.json", "plan.csv"}) {
    EXPECT_FALSE(contents(here / "one" / file).empty()) << file;
    EXPECT_EQ(contents(here / "one" / file), contents(here / "two" / file)) << file;
  }
}

TEST(Sweep, PointIsShownWithTheCommandThatRunsItAgain) {
  const Workspace here;
  here.run(std::string(kSix) + "-o out");
  const Ended ended = here.run("sweep show out 3");

  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("point 3, mcp.send_threshold = 512 B, payload = 64 B\ndone\n"),
            std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find("flybar run self-test --platform alphastation-500"), std::string::npos);
}

TEST(Sweep, PointIsRunAgainWithTracesAndComesToTheSame) {
  const Workspace here;
  here.run(std::string(kSix) + "-o out");
  const Ended ended = here.run("sweep show out 3 --rerun --trace wave.vcd");

  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("the results are those of the sweep"), std::string::npos) << ended.out;
  EXPECT_TRUE(std::filesystem::exists(here / "wave.vcd"));
}

TEST(Sweep, DiskWithoutRoomIsRefusedBeforeAnythingRuns) {
  if (std::system("unshare -m true 2>/dev/null") != 0) GTEST_SKIP() << "cannot mount a small disk";
  const Workspace here;
  std::filesystem::create_directory(here / "small");
  const Ended ended = here.run(
      std::string(kSix) + "-o small/out",
      "unshare -m sh -c 'mount -t tmpfs -o size=64k none small && \"$0\" \"$@\"; code=$?; ls small "
      ">&2; exit $code' ");

  EXPECT_EQ(ended.err.substr(0, 37), "flybar: an output cannot be written\ns") << ended.err;
  EXPECT_NE(
      ended.err.find("small/out: has room for 64 KB, and the records of 6 points may take 144 "
                     "KB; allowed: "),
      std::string::npos)
      << ended.err;
  EXPECT_EQ(ended.err.find("results.csv"), std::string::npos) << ended.err;
}

TEST(Sweep, ScriptForAClusterRunsOneChunk) {
  const Workspace here;
  const Ended made = here.run(std::string(kSix) + "-o out --engine script --chunk 4");
  EXPECT_NE(made.out.find("6 points in 2 jobs: submit "), std::string::npos) << made.out;

  EXPECT_EQ(std::system(("SGE_TASK_ID=2 LSB_JOBINDEX=0 sh '" +
                         (here / "out/jobs/0001/chunk.sh").string() + "'")
                            .c_str()),
            0);
  const Ended ended = here.run(std::string(kSix) + "-o out");
  EXPECT_EQ(last_line(ended.out), "6 points (2 were done before), 0 failed: out/results.csv\n");
}

}  // namespace
}  // namespace flybar::program
