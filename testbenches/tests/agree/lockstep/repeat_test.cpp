/// The same inputs give the same bytes, whoever watches.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "testbenches/tests/agree/lockstep/run.h"
#include "testbenches/tests/child.h"
#include "testbenches/tests/temporary_directory.h"

namespace flybar::lockstep {
namespace {

constexpr const char* kOneWay = "one-way --set round_trips=3";

/// What `flybar run` writes with these options, but for how long it took.
std::string record_of(const std::string& options, const std::string& experiment = kOneWay) {
  const TemporaryDirectory folder;
  const std::string command = "cd '" + folder.path().string() + "' && '" FLYBAR_PROGRAM "' run " +
                              experiment + " --quiet --json out.json " + options + " > /dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream file(folder.path() / "out.json");
  std::string text;
  for (std::string line; std::getline(file, line);)
    if (line.find("wall_seconds") == std::string::npos) text += line + "\n";
  return text;
}

TEST(Repeat, TheProgramWritesTheSameRecordTwice) {
  const std::string first = record_of("");
  EXPECT_NE(first.find("latency"), std::string::npos);
  EXPECT_EQ(record_of(""), first);
}

TEST(Repeat, TracesDoNotChangeTheRecord) {
  EXPECT_EQ(record_of("--trace t.pftrace --trace p.pcapng --trace f.callgrind"), record_of(""));
}

/// Both ways of stepping give the same results.
void expect_same_in_lockstep(const std::string& experiment) {
  const auto results = [&](const std::string& options) {
    const std::string record = record_of(options, experiment);
    return record.substr(record.find("results"));
  };
  EXPECT_EQ(results("--step every-clock"), results("--step fast"));
}

TEST(Repeat, SteppingDoesNotChangeTheResults) {
  expect_same_in_lockstep(kOneWay);
}

TEST(Repeat, SteppingDoesNotChangeCallsBetweenKernels) {
  expect_same_in_lockstep(
      "rpc --platform alcor-miata --set calls=10 --set hops=3 --set reply=defer");
}

TEST(Repeat, SteppingDoesNotChangeTheReadingOfAFile) {
  expect_same_in_lockstep("file-read --platform alcor-miata --set file=50");
}

TEST(Repeat, EverythingSeenOfASystemIsTheSameTwice) {
  const Scenario scenario = draw(7);
  const auto once = [&] { return in_child([&] { return run(scenario, {}); }); };
  const std::string first = once();
  EXPECT_GT(first.size(), 10000u);
  EXPECT_TRUE(once() == first);
}

}  // namespace
}  // namespace flybar::lockstep
