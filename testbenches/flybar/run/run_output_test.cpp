/// What a run shows people, in the order of interest.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "testbenches/flybar/program.h"

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
                    "netperf --platform alcor-miata --set amount='64 KB' --set beside=rpc",
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
