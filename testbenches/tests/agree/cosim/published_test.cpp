/// The experiments of the published numbers, and those of files in network memory, give the same
/// results, to the last digit and clock, with chips of RTL. Some of them; all in the long form.
#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "testbenches/flybar/plan/measurement.h"
#include "testbenches/tests/test_size.h"

namespace flybar::program {
namespace {

struct Row {
  std::string id;
  std::string command;  ///< behind "flybar run"
  // NOLINTNEXTLINE(readability-identifier-naming): GoogleTest calls it so.
  friend void PrintTo(const Row& row, std::ostream* out) { *out << row.command; }
};

/// A row for each different run.
std::vector<Row> rows() {
  static const std::set<std::string> kSome = {"U009", "U025", "U-T1-2W-0-LAT"};
  std::vector<Row> all;
  std::set<std::string> known;
  for (const Published& each : published()) {
    if (!each.measurement || each.measurement->is_long) continue;
    if (!lockstep::long_form() && !kSome.contains(each.id)) continue;
    for (const RunRequest& run : runs_of(each)) {
      std::string command = run.experiment + " --platform " + run.platform;
      for (const std::string& setting : run.settings) command += " --set '" + setting + "'";
      if (known.insert(command).second) all.push_back({each.id, command});
    }
  }
  return all;
}

/// Experiments without a published number, or shorter than that is.
std::vector<Row> others() {
  std::vector<Row> all = {{"", "file-read --platform alcor-miata --set file=12"},
                          {"", "file-write --platform alcor-miata --set file=12"},
                          {"", "demand-fetch"}};
  if (lockstep::long_form())
    for (const char* command :
         {"file-read --platform alcor-miata", "file-write --platform alcor-miata", "incast",
          "all-to-all", "pairs", "replay --set workload=query"})
      all.push_back({"", command});
  return all;
}

/// Sockets: pages and copies, both control messages, calls beside a stream, fragments.
std::vector<Row> sockets() {
  return {{"",
           "netperf --platform alcor-miata --set amount='64 KB' --set socket_buffer='64 KB' "
           "--set send_size='16 KB' --set beside=rpc"},
          {"",
           "netperf --set amount='64 KB' --set socket_buffer='64 KB' --set send_size='12000 B' "
           "--set copy=both --set checksum=software"},
          {"", "netperf --set test=udp-rr --set transactions=5 --set request='20000 B'"},
          {"", "netperf-many --set nodes=3 --set amount='16 KB'"}};
}

/// What is printed as JSON, without how long it took and what the cards are.
std::string results(const Row& row, const std::string& nic) {
  const std::string command = std::string(FLYBAR_PROGRAM) + " run " + row.command + " --nic " +
                              nic + " --quiet --json - 2>&1";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  char line[4096];
  while (std::fgets(line, sizeof line, pipe.get()))
    if (std::string_view(line).find("wall_seconds") == std::string::npos &&
        std::string_view(line).find("node.cards") == std::string::npos)
      text += line;
  return text;
}

class Experiment : public testing::TestWithParam<Row> {};
INSTANTIATE_TEST_SUITE_P(Each, Experiment, testing::ValuesIn(rows()));

INSTANTIATE_TEST_SUITE_P(Other, Experiment, testing::ValuesIn(others()));

INSTANTIATE_TEST_SUITE_P(Sockets, Experiment, testing::ValuesIn(sockets()));

TEST_P(Experiment, IsTheSameWithRtl) {
  const std::string model = results(GetParam(), "model");

  EXPECT_NE(model.find("\"nic_cycles\""), std::string::npos) << model;
  EXPECT_EQ(results(GetParam(), "rtl"), model);
}

/// RTL and model get the same pins and are compared in each clock.
class OnTheSamePins : public testing::TestWithParam<Row> {};
INSTANTIATE_TEST_SUITE_P(Sockets, OnTheSamePins, testing::ValuesIn(sockets()));

TEST_P(OnTheSamePins, RtlAndModelAreNoClockApart) {
  const std::string model = results(GetParam(), "model");

  EXPECT_NE(model.find("\"nic_cycles\""), std::string::npos) << model;
  EXPECT_EQ(results(GetParam(), "lockstep"), model);
}

}  // namespace
}  // namespace flybar::program
