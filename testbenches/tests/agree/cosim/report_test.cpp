/// What a run says that differs, and what a waveform shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string_view>

#include "models/lanai/board/seat.h"
#include "models/rtl/board/board.h"
#include "models/rtl/executor/model_executor.h"
#include "models/rtl/lockstep/lockstep.h"
#include "models/rtl/seat.h"
#include "testbenches/tests/agree/cosim/faulty.h"
#include "testbenches/tests/agree/lockstep/run.h"
#include "testbenches/tests/child.h"
#include "testbenches/tests/temporary_directory.h"

namespace flybar::rtl {
namespace {

constexpr Kind kFaulty{"faulty", "", &make_faulty};

lockstep::Scenario two_nodes() {
  lockstep::Scenario scenario;
  scenario.stand_on("alphastation-500");
  scenario.nodes.resize(2);
  return scenario;
}

/// What stops a system of two such boards.
std::string report() {
  const std::string all = lockstep::in_child(
      [] { return lockstep::run(two_nodes(), {.nic = &kFaulty, .pins_only = true}); });
  const std::size_t begin = all.find("stopped by: ");
  return begin == std::string::npos ? all : all.substr(begin);
}

TEST(MismatchReport, NamesFunctionLineAndClockOfTheFirmware) {
  const std::string text = report();

  EXPECT_NE(text.find("stopped by: lockstep, system.node"), std::string::npos) << text;
  EXPECT_NE(text.find("firmware at "), std::string::npos) << text;
  EXPECT_NE(text.find(".c:"), std::string::npos) << text;
  EXPECT_NE(text.find(", clock "), std::string::npos) << text;
}

TEST(MismatchReport, HasBothRecordsAndTheChannel) {
  const std::string text = report();

  EXPECT_NE(text.find(": channel retire: RTL "), std::string::npos) << text;
  EXPECT_NE(text.find(", model "), std::string::npos) << text;
}

TEST(MismatchReport, HasTheLastRecordsBefore) {
  const std::string text = report();
  std::size_t records = 0;
  for (std::size_t at = 0; (at = text.find("\n  clock ", at)) != std::string::npos; ++at) ++records;

  EXPECT_EQ(records, LockstepExecutor::kHistory) << text;
}

TEST(MismatchReport, SaysWhichStretchToTrace) {
  const std::string text = report();

  EXPECT_NE(text.find("--trace-window \""), std::string::npos) << text;
}

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// All signals in all clocks of a message, as text.
std::string waveform(const std::filesystem::path& file, const std::string& nic) {
  const std::string command = std::string(FLYBAR_PROGRAM) +
                              " run one-way --set round_trips=1 --quiet --nic " + nic +
                              " --trace-window '1300 us..1500 us' --trace " + file.string();
  EXPECT_EQ(std::system(command.c_str()), 0);
  return contents(file);
}

TEST(Waveform, OfRtlIsThatOfTheModel) {
  const TemporaryDirectory here;
  const std::string model = waveform(here.path() / "model.vcd", "model");

  EXPECT_GT(model.size(), 100'000u);
  EXPECT_TRUE(waveform(here.path() / "rtl.vcd", "rtl") == model);
}

std::string packets(const std::filesystem::path& file, const std::string& nic) {
  const std::string command =
      std::string(FLYBAR_PROGRAM) +
      " run pm-bandwidth --platform rwc-pentium-pro --set transfers=3 --set path=buffer-copy"
      " --set payload='20 B' --quiet --nic " +
      nic + " --trace " + file.string();
  EXPECT_EQ(std::system(command.c_str()), 0);
  return contents(file);
}

TEST(Packets, OfRtlAreThoseOfTheModel) {
  const TemporaryDirectory here;
  const std::string model = packets(here.path() / "model.pcapng", "model");

  EXPECT_GT(model.size(), 1000u);
  EXPECT_TRUE(packets(here.path() / "rtl.pcapng", "rtl") == model);
}

}  // namespace
}  // namespace flybar::rtl
