/// What the program leaves of a run in which RTL and model differ.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "testbenches/tests/temporary_directory.h"

namespace flybar::rtl {
namespace {

class MismatchTest : public testing::Test {
 protected:
  void SetUp() override { run("lockstep"); }
  void run(const std::string& nic) {
    const std::string command =
        "cd " + here_.path().string() +
        " && " FLYBAR_FAULTY " run one-way --set round_trips=1 --quiet --nic " + nic + " 2> report";
    status_ = std::system(command.c_str());
    report_ = contents("report");
  }
  std::string contents(const std::string& file) {
    std::ifstream stream(here_.path() / file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  std::string waveform() {
    std::system(
        ("cd " + here_.path().string() + " && fst2vcd lockstep-mismatch.fst > wave").c_str());
    return contents("wave");
  }

  const TemporaryDirectory here_;
  int status_ = 0;
  std::string report_;
};

bool has(const std::string& all, const std::string& part) {
  return all.find(part) != std::string::npos;
}

TEST_F(MismatchTest, ReportSaysWhereTheWaveformIsAndTheRunFails) {
  EXPECT_NE(status_, 0);
  EXPECT_TRUE(has(report_, "gtkwave lockstep-mismatch.fst lockstep-mismatch.fst.gtkw\n"))
      << report_;
  EXPECT_TRUE(has(report_, "channel retire: RTL ")) << report_;
}

/// The fault shows in every window in which the processor runs.
TEST_F(MismatchTest, OfAShadowIsReportedAndDrawnAsThatOfALockstep) {
  run("shadow --shadow 20%");

  EXPECT_NE(status_, 0);
  EXPECT_TRUE(has(report_, "shadow, system.node")) << report_;
  EXPECT_TRUE(has(report_, "both: --shadow \"")) << report_;
  EXPECT_TRUE(has(waveform(), "$scope module u_core $end")) << report_;
}

TEST_F(MismatchTest, WaveformHasWhatIsInsideTheRtlAndThePinsOfTheModel) {
  const std::string wave = waveform();

  EXPECT_TRUE(has(wave, "$scope module u_core $end")) << report_;
  EXPECT_TRUE(has(wave, " waits_q $end"));
  EXPECT_TRUE(has(wave, "$scope module model $end"));
}

/// 500 clocks of 30 ns before the difference, and 50 behind it.
TEST_F(MismatchTest, WaveformShowsTheDifferenceAndOnlyTheStretchAroundIt) {
  const std::string wave = waveform();
  const std::size_t first = wave.find("\n#"), last = wave.rfind("\n#");

  const long long shown = std::stoll(wave.substr(last + 2)) - std::stoll(wave.substr(first + 2));
  EXPECT_GT(shown, 500 * 30'000);
  EXPECT_LE(shown, 551 * 30'000);
}

TEST_F(MismatchTest, OneSaveFileShowsEachPinOfBothSideBySide) {
  EXPECT_TRUE(has(contents("lockstep-mismatch.fst.gtkw"),
                  ".rtl.mon_retire_result_o[31:0]\n@22\n[color] 2\n"
                  "+{node0 lanai model mon_retire_result_o} "))
      << report_;
}

}  // namespace
}  // namespace flybar::rtl
