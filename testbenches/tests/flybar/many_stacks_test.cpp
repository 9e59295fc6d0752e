/// Many stacks of TCP/IP in one process: what they do depends on nothing but the settings.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

/// What a run of 24 nodes, each to each, has in its record, without how long it took.
std::string record(const std::string& more) {
  const Ended ended =
      Workspace().run("run netperf-many --set nodes=24 --set amount='8 KB' --json - " + more);
  EXPECT_EQ(ended.code, 0) << ended.err;
  auto json = nlohmann::json::parse(ended.out, nullptr, false);
  json.erase("wall_seconds");
  return json.dump(1);
}

TEST(ManyStacks, DoTheSameTracedOrNot) {
  const std::string alone = record("");

  EXPECT_NE(alone.find("\"throughput\""), alone.npos) << alone;
  EXPECT_EQ(record("--trace t.pcapng"), alone);
}

TEST(ManyStacks, DoTheSameForAnyNumberOfProcesses) {
  const Workspace here;
  const std::string sweep =
      "sweep netperf-many --set nodes=24 --set amount='1000 B' --vary copy=remap,both --no-cache ";
  ASSERT_EQ(here.run(sweep + "-o one -j 1").code, 0);
  ASSERT_EQ(here.run(sweep + "-o two -j 2").code, 0);

  const std::string table = contents(here / "one/results.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 3);
  EXPECT_EQ(contents(here / "two/results.csv"), table);
}

}  // namespace
}  // namespace flybar::program
