#include "testbenches/tests/experiments/replay/bench.h"

namespace flybar::experiments {
namespace {

/// Sixteen pages of 8 KB.
const std::string kOneFile = "touches unknown\nfile 0 131072 data\nprocess 0 reader\n";

class Shipped : public testing::TestWithParam<const char*> {};

TEST_P(Shipped, RecordingReplaysOnEveryKindOfMemory) {
  const ReplayBench bench;
  const std::string short_form = std::string("workload=") + GetParam() + " operations=300 memory=";

  EXPECT_EQ(bench.result(short_form + "disk", "hits_network"), 0);
  EXPECT_EQ(bench.result(short_form + "network", "hits_disk"), 0);
  EXPECT_GT(bench.result(short_form + "both", "pages_checked"), 0);
}

INSTANTIATE_TEST_SUITE_P(Replay, Shipped, testing::Values("clang", "compile", "query", "sort"),
                         [](const auto& its) { return std::string(its.param); });

TEST(Replay, TwoRunsDifferInWallTimeOnly) {
  const ReplayBench bench;
  const std::string settings = "workload=compile operations=400";

  EXPECT_EQ(bench.output(settings), bench.output(settings));
}

TEST(Replay, APageFromDiskTakesAnAccessAndATransfer) {
  const ReplayBench bench;
  bench.write(kOneFile, {"0 0 read 0 65536 8192"});

  const double wait = bench.result("workload=./test.workload memory=disk", "stall_time");

  EXPECT_GT(wait, 12'000 + 8192 / 9.0);
  EXPECT_LT(wait, 12'000 + 8192 / 9.0 + 100);
}

TEST(Replay, APageFromNetworkMemoryTakesAFractionOfAMillisecond) {
  const ReplayBench bench;
  bench.write(kOneFile, {"0 0 read 0 65536 8192"});

  const double wait = bench.result("workload=./test.workload memory=network", "stall_time");

  EXPECT_GT(wait, 150);
  EXPECT_LT(wait, 400);
}

/// A program that thinks has the CPU for 10 ms at a time.
const std::string kBesideOneThatThinks = kOneFile + "process 1 other\n";

TEST(Replay, TimeInTheRunQueueIsNoStall) {
  const ReplayBench bench;
  bench.write(kBesideOneThatThinks,
              {"0 0 start 1", "1 0 read 0 65536 8192", "1 0 exit", "0 100000 exit"});
  const std::string settings = "workload=./test.workload memory=network";

  EXPECT_LT(bench.result(settings, "stall_time"), 400);
  EXPECT_GT(bench.result(settings, "run_queue"), 9'500);
  EXPECT_LT(bench.result(settings, "run_queue"), 10'000);
}

TEST(Replay, TimeInTheRunQueueBehindASyncIsNoStall) {
  const ReplayBench bench;
  bench.write(kBesideOneThatThinks,
              {"0 0 start 1", "1 0 write 0 0 8192", "1 0 sync 0", "1 0 exit", "0 100000 exit"});
  const std::string settings = "workload=./test.workload memory=disk";

  EXPECT_GT(bench.result(settings, "stall_put"), 12'000 + 8192 / 9.0);
  EXPECT_LT(bench.result(settings, "stall_put"), 12'000 + 8192 / 9.0 + 100);
  EXPECT_GT(bench.result(settings, "run_queue"), 7'000);
}

/// The page before it wakes both processes. It comes while the second is in the run queue.
TEST(Replay, StallLastsUntilThePageIsThereThoughTheProcessWasWokenBefore) {
  const ReplayBench bench;
  bench.write(kBesideOneThatThinks + "process 2 third\n",
              {"0 0 start 1", "0 0 start 2", "1 0 read 0 0 8192", "2 0 read 0 8192 8192",
               "1 0 exit", "2 0 exit", "0 100000 exit"});
  const double transfer = 8192 / 9.0, page = 12'000 + transfer;

  EXPECT_NEAR(bench.result("workload=./test.workload memory=disk read_ahead=0", "stall_time"),
              page + page + transfer, 200);
}

TEST(Replay, APageThatWasReadIsHere) {
  const ReplayBench bench;
  bench.write(kOneFile, {"0 0 read 0 65536 100 x4"});

  EXPECT_EQ(bench.result("workload=./test.workload", "hits_local"), 75);
  EXPECT_EQ(bench.result("workload=./test.workload", "hits_network"), 25);
}

TEST(Replay, ReadAheadBringsTheNextPagesMeanwhile) {
  const ReplayBench bench;
  bench.write(kOneFile, {"0 500 read 0 0 8192 x16"});
  const std::string settings = "workload=./test.workload read_ahead=";

  const double without = bench.result(settings + "0", "stall_time");

  EXPECT_GT(without, 16 * 150);
  EXPECT_LT(bench.result(settings + "8", "stall_time"), without / 4);
}

TEST(Replay, ThinkTimesAreThoseOfTheRecordingTimesTheFactor) {
  const ReplayBench bench;
  bench.write(kOneFile, {"0 30000 read 0 0 8192 x2", "0 40000 exit"});

  EXPECT_EQ(bench.result("workload=./test.workload", "think_time"), 100'000);
  EXPECT_EQ(bench.result("workload=./test.workload think=0.5", "think_time"), 50'000);
  EXPECT_GT(bench.result("workload=./test.workload", "elapsed"), 100'000);
}

TEST(Replay, TheTimelineShowsWhoWaitsForWhat) {
  const ReplayBench bench;
  bench.write(kOneFile, {"0 0 read 0 65536 8192"});

  bench.workspace().run(
      "run replay --set workload=./test.workload --set memory=disk --trace x.timeline.json");

  const std::string timeline = program::contents(bench.workspace() / "x.timeline.json");
  const std::size_t track = timeline.find("\"track\": \"system.node0.programs.0 reader\"");
  ASSERT_NE(track, std::string::npos);
  EXPECT_LT(timeline.find("\"label\": \"disk\"", track), timeline.find('\n', track));
}

TEST(Replay, ASweepRunsAgainWhatWasRecordedAgain) {
  const ReplayBench bench;
  const auto sweep = [&] {
    return bench.workspace().run(
        "sweep replay --set memory=disk --vary workload=./test.workload -o out");
  };
  bench.write(kOneFile, {"0 0 read 0 65536 8192"});
  sweep();
  EXPECT_NE(sweep().out.find("1 were done before"), std::string::npos);

  bench.write(kOneFile, {"0 0 read 0 65536 8192", "0 0 exit"});

  EXPECT_NE(sweep().out.find("0 were done before"), std::string::npos);
}

TEST(Replay, AParentWaitsForItsChild) {
  const ReplayBench bench;
  bench.write(kOneFile + "process 1 child\n",
              {"0 0 start 1", "1 50000 read 0 0 8192", "1 0 exit", "0 0 wait 1", "0 0 exit"});

  EXPECT_GT(bench.result("workload=./test.workload", "elapsed"), 50'000);
}

TEST(Replay, AGrandchildIsWaitedForWhoseNumberIsBelowThatOfTheChild) {
  const ReplayBench bench;
  bench.write(kOneFile + "process 1 grandchild\nprocess 2 child\n",
              {"0 0 start 2", "0 0 exit", "2 50000 start 1", "2 0 exit", "1 50000 read 0 0 8192",
               "1 0 exit"});

  EXPECT_EQ(bench.result("workload=./test.workload", "page_uses"), 1);
}

TEST(Replay, EachProcessThatWaitsForAPageCounts) {
  const ReplayBench bench;
  bench.write(kOneFile + "process 1 second\n",
              {"0 0 start 1", "0 0 read 0 65536 100", "1 0 read 0 65536 100", "1 0 exit"});
  const std::string settings = "workload=./test.workload memory=disk";

  EXPECT_EQ(bench.result(settings, "hits_disk"), 100);
  EXPECT_GT(bench.result(settings, "stall_time"), 2 * 12'000);
}

TEST(Replay, ProcessesShareTheCpu) {
  const ReplayBench bench;
  bench.write(kOneFile + "process 1 child\n", {"0 0 start 1", "0 50000 read 0 8192 1",
                                               "1 50000 read 0 0 1", "1 0 exit", "0 0 exit"});

  EXPECT_GT(bench.result("workload=./test.workload", "elapsed"), 100'000);
}

TEST(Replay, AMapWhoseTouchesAreUnknownIsReadFromBeginningToEnd) {
  const ReplayBench bench;
  bench.write(kOneFile, {"0 0 map 0 0 0 131072 read", "0 0 unmap 0"});

  EXPECT_EQ(bench.result("workload=./test.workload", "faults"), 16);
}

TEST(Replay, AMapIsTouchedAsRecorded) {
  const ReplayBench bench;
  bench.write("touches faults 65536\nfile 0 131072 data\nprocess 0 reader\n",
              {"0 0 map 0 0 0 131072 read", "0 0 touch 0 65536 4096", "0 0 exit"});

  EXPECT_EQ(bench.result("workload=./test.workload", "page_uses"), 1);
  EXPECT_EQ(bench.result("workload=./test.workload touches=sequential", "page_uses"), 16);
}

TEST(Replay, ATouchOfAPageThatIsMappedIsALocalHit) {
  const ReplayBench bench;
  bench.write("touches faults 65536\nfile 0 131072 data\nprocess 0 reader\n",
              {"0 0 map 0 0 0 131072 read", "0 0 touch 0 65536 4096", "0 0 touch 0 65536 4096"});

  EXPECT_EQ(bench.result("workload=./test.workload", "faults"), 1);
  EXPECT_EQ(bench.result("workload=./test.workload", "hits_local"), 50);
}

TEST(Replay, TemporaryFilesGoToNetworkMemory) {
  const ReplayBench bench;
  bench.write("file 0 0 temporary\nprocess 0 writer\n",
              {"0 0 write 0 0 8192 x16", "0 0 write 0 131072 1", "0 100000 exit"});

  EXPECT_EQ(bench.result("workload=./test.workload", "pages_to_disk"), 0);
  EXPECT_EQ(bench.result("workload=./test.workload", "pages_to_network"), 16);
}

TEST(Replay, FilesThatAreSyncedGoToDisk) {
  const ReplayBench bench;
  bench.write("file 0 0 journal\nprocess 0 writer\n",
              {"0 0 write 0 0 8192 x16", "0 0 sync 0", "0 0 exit"});

  EXPECT_EQ(bench.result("workload=./test.workload", "pages_to_disk"), 16);
  EXPECT_GT(bench.result("workload=./test.workload", "stall_put"), 16 * 8192 / 9.0);
}

TEST(Replay, ASyncWaitsForThePageThatAnotherProcessWroteLast) {
  const ReplayBench bench;
  bench.write(kOneFile + "process 1 writer\n",
              {"0 0 start 1", "1 0 write 0 0 8192", "0 50000 sync 0", "1 200000 exit"});
  const std::string settings = "workload=./test.workload memory=both";

  EXPECT_GT(bench.result(settings, "stall_put"), 12'000);
}

TEST(Replay, WhoReadsAPageThatIsPutAwayDoesNotWait) {
  const ReplayBench bench;
  bench.write(kOneFile, {"0 0 write 0 0 8192", "0 0 read 0 8192 1", "0 0 read 0 0 8192"});

  EXPECT_EQ(bench.result("workload=./test.workload memory=both", "stall_put"), 0);
}

TEST(Replay, WhoChangesAPageThatIsPutAwayWaits) {
  const ReplayBench bench;
  bench.write(kOneFile, {"0 0 write 0 0 8192", "0 0 read 0 8192 1", "0 0 write 0 0 8192"});

  EXPECT_GT(bench.result("workload=./test.workload memory=both", "stall_put"), 10'000);
}

TEST(Replay, PagesThatTheProgramMakesAreNoHits) {
  const ReplayBench bench;
  bench.write("file 0 0 made\nprocess 0 writer\n",
              {"0 0 write 0 0 8192 x20", "0 0 read 0 0 8192 x5"});

  EXPECT_EQ(bench.result("workload=./test.workload", "pages_made"), 20);
  EXPECT_EQ(bench.result("workload=./test.workload", "page_uses"), 5);
}

TEST(Replay, PagesThatAreOverwrittenAsAWholeAreNoHits) {
  const ReplayBench bench;
  bench.write(kOneFile, {"0 0 write 0 0 8192 x3"});

  EXPECT_EQ(bench.result("workload=./test.workload", "pages_made"), 3);
  EXPECT_EQ(bench.result("workload=./test.workload", "hits_local"), 0);
}

TEST(Replay, AFileThatWasEmptiedIsWrittenWithoutReadingIt) {
  const ReplayBench bench;
  bench.write(kOneFile, {"0 0 truncate 0 0", "0 0 write 0 0 100", "0 0 read 0 0 100"});

  EXPECT_EQ(bench.result("workload=./test.workload", "pages_from_network"), 0);
  EXPECT_EQ(bench.result("workload=./test.workload", "hits_local"), 100);
}

TEST(Replay, ASmallCacheIsEnoughForWritersAndMaps) {
  const ReplayBench bench;
  bench.write("file 0 0 a\nfile 1 0 b\nprocess 0 writer\n",
              {"0 0 write 0 0 8192 x40", "0 0 truncate 1 327680", "0 0 map 0 1 0 327680 write",
               "0 0 read 0 0 8192 x40", "0 0 exit"});
  const std::string settings = "workload=./test.workload client.gms.local_cache=64KB memory=";

  EXPECT_GT(bench.result(settings + "disk", "pages_to_disk"), 40);
  EXPECT_GT(bench.result(settings + "network", "pages_to_network"), 40);
}

}  // namespace
}  // namespace flybar::experiments
