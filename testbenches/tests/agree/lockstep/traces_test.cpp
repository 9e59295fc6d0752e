/// Traces of a run tell the truth, and the same in both ways of stepping.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "testbenches/tests/temporary_directory.h"

namespace flybar::lockstep {
namespace {

constexpr const char* kNode0 = "p.system.node0.lanai.cpu.callgrind";
constexpr const char* kNode1 = "p.system.node1.lanai.cpu.callgrind";

std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> part;
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe.get()))
    text.append(part.data(), size);
  return text;
}

/// The files of one run, which go away with this.
class Traces {
 public:
  Traces(const std::string& experiment, const std::string& stepping, const std::string& file,
         int code = 0) {
    const std::string command = "cd '" + folder_.path().string() +
                                "' && '" FLYBAR_PROGRAM "' run " + experiment + " --quiet --step " +
                                stepping + " --trace " + file;
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), code) << command;
  }

  std::string file(const std::string& name) const {
    std::ifstream file(folder_.path() / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string annotated(const std::string& name) const {
    return output_of("cd '" + folder_.path().string() + "' && callgrind_annotate --inclusive=yes " +
                     name);
  }

 private:
  const TemporaryDirectory folder_;
};

class TracesOf : public testing::TestWithParam<const char*> {
 protected:
  /// A trace that holds something, and the same in both ways of stepping.
  void expect_equal(const std::string& trace, std::initializer_list<const char*> files) {
    const Traces fast(GetParam(), "fast", trace), every_clock(GetParam(), "every-clock", trace);
    for (const std::string file : files) {
      EXPECT_GT(fast.file(file).size(), 1000u) << file;
      EXPECT_TRUE(fast.file(file) == every_clock.file(file)) << file;
    }
  }
};

TEST_P(TracesOf, ProfilesAreTheSameInBothWaysOfStepping) {
  expect_equal("p.callgrind", {kNode0, kNode1});
}

TEST_P(TracesOf, WavesAreTheSameInBothWaysOfStepping) {
  expect_equal("w.vcd", {"w.vcd"});
}

TEST_P(TracesOf, TimelinesAreTheSameInBothWaysOfStepping) {
  expect_equal("t.timeline.json", {"t.timeline.json"});
}

TEST_P(TracesOf, PacketsAreTheSameInBothWaysOfStepping) {
  expect_equal("c.pcapng", {"c.pcapng"});
}

TEST_P(TracesOf, NoFunctionCostsMoreThanAllTogether) {
  const Traces traces(GetParam(), "fast", "p.callgrind");
  for (const std::string file : {kNode0, kNode1}) {
    const std::string text = traces.annotated(file);
    int figures = 0;
    for (std::size_t end = text.find("%)"); end != text.npos; end = text.find("%)", end + 1)) {
      EXPECT_LE(std::stod(text.substr(text.rfind('(', end) + 1)), 100.0) << text;
      ++figures;
    }
    EXPECT_GT(figures, 10) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Experiments, TracesOf,
                         testing::Values("one-way --set round_trips=3", "stream --set messages=20",
                                         "rpc --platform alcor-miata --set calls=5",
                                         "file-read --platform alcor-miata --set file=20",
                                         "netperf --platform alcor-miata --set amount='64 KB' "
                                         "--set socket_buffer='32 KB' --set send_size='16 KB'"),
                         [](const auto& test) {
                           std::string name =
                               std::string(test.param).substr(0, std::string(test.param).find(' '));
                           std::erase(name, '-');
                           return name;
                         });

/// The cycles of a profile, from its line "summary: CYCLES INSTRUCTIONS STALLS".
long cycles_of(const std::string& profile) {
  const std::string key = "summary: ";
  return std::stol(profile.substr(profile.find(key) + key.size()));
}

double simulated_us(const std::string& record) {
  const std::string key = "\"simulated_time_us\": ";
  return std::stod(record.substr(record.find(key) + key.size()));
}

/// In `one-way` node 1 only waits in the end. Its last rest ends with the run: 30 us are 1000
/// cycles, but for an instruction at either edge.
TEST(Profile, CountsAProcessorThatRestsWhenTheRunEnds) {
  const std::string experiment = "one-way --set round_trips=1 --json out.json";
  const double end = simulated_us(Traces(experiment, "fast", "t.timeline.json").file("out.json"));
  const std::string window = std::to_string(end - 30) + " us.." + std::to_string(end) + " us";
  const Traces traces(experiment + " --trace-window '" + window + "'", "fast", "p.callgrind");

  EXPECT_NEAR(static_cast<double>(cycles_of(traces.file(kNode1))), 1000, 20);
}

class ProfileOf : public testing::TestWithParam<const char*> {};

TEST_P(ProfileOf, ARunThatAFaultEndsCountsToItsEnd) {
  constexpr int kEndedEarly = 7;
  const Traces fast(GetParam(), "fast", "p.callgrind", kEndedEarly);
  const Traces every_clock(GetParam(), "every-clock", "p.callgrind", kEndedEarly);
  for (const char* node : {kNode0, kNode1}) {
    EXPECT_GT(fast.file(node).size(), 1000u);
    EXPECT_TRUE(fast.file(node) == every_clock.file(node)) << node;
  }
}

/// A call whose answer is lost is waited for until gmsnet.timeout, in which both chips rest.
INSTANTIATE_TEST_SUITE_P(
    EndedEarly, ProfileOf,
    testing::Values("rpc --set mcp.interrupts=coalesced --set link.byte_errors=0.000003 "
                    "--set payload='8192 B' --set reply=cont --set outstanding=14 --set calls=20",
                    "rpc --set calls=5 --set link.dead_cable=0 --set link.dead_from='1 us'"));

}  // namespace
}  // namespace flybar::lockstep
