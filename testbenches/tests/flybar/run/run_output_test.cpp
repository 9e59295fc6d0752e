/// What a run shows people, in the order of interest.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

std::string output_of(const std::string& run) {
  const Ended ended = Workspace().run("run " + run);
  EXPECT_EQ(ended.code, 0) << ended.err;
  return ended.out;
}

class BriefOutput : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(
    Each, BriefOutput,
    testing::Values("one-way --set round_trips=3", "stream --set messages=40",
                    "rpc --platform alcor-miata --set calls=3", "incast --set messages=3",
                    "file-read --platform alcor-miata --set file=200",
                    "netperf --platform alcor-miata --set amount='1 MB' --set beside=rpc",
                    "netperf --platform alcor-miata --set test=udp-stream --set amount='64 KB' "
                    "--set beside=rpc",
                    "all-to-all --system clos-64 --set messages=1", "incast --system mixed",
                    "netperf-many --set nodes=3 --set amount='8 KB'",
                    "all-to-all --set nodes=12 --set messages=2", "dma-curve",
                    "pm-latency --platform rwc-pentium-pro",
                    "mpi-alltoall --platform rwc-pentium-pro --set nodes=4 --set rounds=1"));

TEST_P(BriefOutput, HasAtMost24LinesOf100Columns) {
  std::istringstream out(output_of(GetParam()));
  std::size_t lines = 0;
  for (std::string line; std::getline(out, line); ++lines) EXPECT_LE(line.size(), 100u) << line;
  EXPECT_LE(lines, 24u) << GetParam();
}

/// The value of a result in the short form; empty if it is not shown.
std::string value_of(const std::string& out, const std::string& result) {
  const std::size_t row = out.find("\n" + result + " ");
  if (row == out.npos) return "";
  std::string name, value;
  std::istringstream(out.substr(row)) >> name >> value;
  return value;
}

class Headline : public testing::TestWithParam<std::pair<const char*, const char*>> {};
INSTANTIATE_TEST_SUITE_P(
    Each, Headline,
    testing::Values(std::pair{"incast --set senders=8 --set messages=3", "bandwidth mean p50 p99"},
                    std::pair{"incast --system long-trunks --set messages=3", "bandwidth p50 p99"},
                    std::pair{"all-to-all --set messages=3", "bandwidth mean p50 p99"},
                    std::pair{"pairs --set messages=3", "bandwidth mean p50 p99"},
                    std::pair{"netperf --platform alcor-miata --set amount='1 MB' --set beside=rpc",
                              "throughput rpc_latency rpc_p50 rpc_p99 rpc_rate"},
                    std::pair{"netperf --platform alcor-miata --set amount='512 KB' --set "
                              "socket_buffer='64 KB' --set beside=file-read",
                              "throughput file_bandwidth file_read_p50 file_read_p99"}));

TEST_P(Headline, ShowsWhatTheExperimentIsAbout) {
  const std::string out = output_of(GetParam().first);
  std::istringstream names(GetParam().second);
  for (std::string name; names >> name;) EXPECT_NE(value_of(out, name), "") << name << out;
  EXPECT_LE(std::count(out.begin(), out.end(), '\n'), 24) << out;
}

TEST(RunOutput, SweepHasTheQuantilesOfMessagesToo) {
  const std::string out = Workspace().run("sweep incast --set messages=3 --vary senders=1,2").out;

  EXPECT_NE(out.find("senders  bandwidth MB/s  mean us  p50 us  p99 us\n"), out.npos) << out;
  EXPECT_NE(out.find("\n3 more columns in results.csv, shown with --result: min, max, stop_time\n"),
            out.npos)
      << out;
}

TEST(RunOutput, SweepTellsTheNotesOfItsPoints) {
  const std::string out =
      Workspace().run("sweep incast --set messages=1 --vary senders=2,16 -j 2").out;

  EXPECT_NE(out.find("\nnote at senders = 16: closed loop: at most 16 messages are under way"),
            out.npos)
      << out;
}

TEST(RunOutput, NodeThatTheLimitNamesIsInTheTable) {
  const std::string out = output_of("incast --set senders=8 --set messages=3");

  EXPECT_NE(out.find("\nlimit: PCI bus of node0"), out.npos) << out;
  EXPECT_NE(out.find("\nnode0 "), out.npos) << out;
}

TEST(RunOutput, OneRateIsNotSaidInTwoUnits) {
  const std::string out = output_of("netperf --platform alcor-miata --set amount='64 KB'");

  EXPECT_NE(value_of(out, "throughput"), "");
  EXPECT_EQ(value_of(out, "bandwidth"), "") << out;
}

TEST(RunOutput, CallsWithoutPayloadHaveNoBandwidth) {
  EXPECT_EQ(value_of(output_of("rpc --set calls=3"), "bandwidth"), "");
  EXPECT_NE(value_of(output_of("rpc --set calls=3 --set payload='4 KB'"), "bandwidth"), "");
}

TEST(RunOutput, WhatMessagesWaitForIsSaidOnce) {
  const std::string out = output_of("one-way --set round_trips=3");
  const std::size_t limit = out.find("\nlimit: "), waits = out.find("\nwhat messages waited for ");
  const std::string line = out.substr(limit, waits - limit);

  EXPECT_NE(line.find("DMA into the host, DMA into the NIC (8"), line.npos) << line;
  EXPECT_EQ(line.find("receiving host"), line.npos) << line;
}

TEST(RunOutput, NodesOfTheMessagesAreNamedWhereAllGoOneWay) {
  EXPECT_NE(output_of("stream --set messages=40").find("waited for, from node1 to node0 "),
            std::string::npos);
  EXPECT_NE(output_of("incast --set messages=3").find("waited for, to node0 "), std::string::npos);
  EXPECT_NE(output_of("one-way --set round_trips=3").find("waited for "), std::string::npos);
}

TEST(RunOutput, LoadThatIsBoundedByMessagesUnderWayIsTold) {
  const auto note = [](const std::string& run) {
    const std::string out = output_of(run), begin = "\nnote: closed loop: at most ";
    const std::size_t at = out.find(begin);
    return at == out.npos
               ? ""
               : out.substr(at + begin.size(), out.find('\n', at + 1) - at - begin.size());
  };
  EXPECT_EQ(note("incast --set senders=8 --set messages=3"),
            "24 messages are under way to a node, 3 of each sender");
  EXPECT_EQ(note("incast --set senders=16 --set messages=1"),
            "16 messages are under way to a node, 1 of each sender");
  EXPECT_EQ(note("pairs --set messages=3"), "");
}

class TooShort : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(
    Each, TooShort,
    testing::Values("stream --set messages=2", "incast --set messages=1",
                    "all-to-all --set messages=1", "pairs --set messages=5",
                    "netperf --platform alcor-miata --set amount='64 KB'",
                    "netperf --platform alcor-miata --set test=udp-stream --set amount='64 KB' "
                    "--set socket_buffer='64 KB'"));

TEST_P(TooShort, ARunThatIsTooShortForItsRateSaysSo) {
  const std::string out = output_of(GetParam());
  EXPECT_TRUE(out.find(" are too few to tell ") != out.npos ||
              out.find("note: too short for a steady rate") != out.npos)
      << out;
}

class LongEnough : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Each, LongEnough,
                         testing::Values("stream --set messages=100", "incast --set messages=10",
                                         "all-to-all --set messages=20", "pairs --set messages=20",
                                         "netperf --platform alcor-miata --set amount='1 MB' --set "
                                         "socket_buffer='128 KB'"));

TEST_P(LongEnough, ARunThatIsLongEnoughIsNotCalledShort) {
  const std::string out = output_of(GetParam());
  EXPECT_EQ(out.find("too few"), out.npos) << out;
  EXPECT_EQ(out.find("too short"), out.npos) << out;
}

TEST(RunOutput, TellsTheAnswerThenTheLimitThenTheWaitsThenTheUse) {
  const std::string out = output_of("one-way --set round_trips=3");
  const std::size_t answer = out.find("\nlatency "), limit = out.find("\nlimit: "),
                    waits = out.find("\nwhat messages waited for "),
                    use = out.find("\nutilisation ");

  ASSERT_LT(use, out.npos) << out;
  EXPECT_LT(answer, limit);
  EXPECT_LT(limit, waits);
  EXPECT_LT(waits, use);
}

TEST(RunOutput, NamesHowMuchMoreThereIs) {
  EXPECT_NE(
      output_of("one-way --set round_trips=3").find("\nmore with --verbose: 5 results, 5 tables\n"),
      std::string::npos);
}

TEST(RunOutput, VerboseNamesTheMessagesOfItsTables) {
  const std::string out = output_of("one-way --set round_trips=3 --verbose");

  EXPECT_NE(out.find("\nstages of the median message: message 1000000003, number 3 of node1\n"),
            std::string::npos)
      << out;
}

TEST(RunOutput, LatencyThatIsAResultIsNotInATableAgain) {
  const std::string out = output_of("one-way --set round_trips=3 --verbose");

  EXPECT_NE(out.find("\nmessage_p50 "), std::string::npos);
  EXPECT_EQ(out.find("with payload"), std::string::npos);
}

TEST(RunOutput, HostThatOnlyPollsIsNotBusy) {
  const std::string out = output_of("pm-latency --platform rwc-pentium-pro");
  const std::size_t row = out.find("\nnode1 ");
  double cpu = 0, polling = 0;
  std::istringstream(out.substr(row + 6)) >> cpu >> polling;

  EXPECT_LT(cpu, 20) << out;
  EXPECT_GT(polling, 80) << out;
}

TEST(PublishedBeside, EveryNumberThatValidateMeasuresStandsBesideItsResult) {
  EXPECT_NE(output_of("pm-latency --platform rwc-pentium-pro").find(" P040"), std::string::npos);
  EXPECT_NE(output_of("one-way --set round_trips=3").find(" C002"), std::string::npos);
  const std::string dma = output_of("dma-curve --set direction=nic-to-host");
  EXPECT_NE(dma.find(" U051"), std::string::npos) << dma;
  EXPECT_NE(dma.find(" C029"), std::string::npos) << dma;
}

}  // namespace
}  // namespace flybar::program
