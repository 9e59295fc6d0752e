/// Nodes that take no part: their hosts have timers that run all the same.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

/// The modelled time of a run, in us. It is done, and its node 4 has nothing to do.
double time_of(const std::string& run) {
  const Workspace here;
  here.write(
      "idle.toml",
      "name = \"idle\"\nsummary = \"one node of five does nothing\"\n"
      "platform = \"alcor-miata\"\n[nodes.busy]\ncount = 4\n[nodes.idle]\nruns = \"nothing\"\n"
      "[network]\nshape = \"tree\"\nports = 8\n");
  const Ended ended =
      here.run("run " + run + " --system idle.toml --set link.rate='10 MB/s' --json -");
  EXPECT_EQ(ended.code, 0) << run << "\n" << ended.err;
  return nlohmann::json::parse(ended.out, nullptr, false).value("simulated_time_us", 0.0);
}

class IdleNodes : public testing::TestWithParam<const char*> {};

/// The timers of TCP run each 200 ms and each 500 ms.
TEST_P(IdleNodes, DisturbNoRunThatOutlastsAllTimers) {
  EXPECT_GT(time_of(GetParam()), 600e3);
}

INSTANTIATE_TEST_SUITE_P(OfEachExperiment, IdleNodes,
                         testing::Values("incast --set messages=250",
                                         "all-to-all --set messages=200",
                                         "pairs --set messages=800",
                                         "netperf-many --set pattern=incast --set amount='2200 KB'",
                                         "netperf-many --set pattern=pairs --set amount='6500 KB'",
                                         "netperf-many --set amount='2200 KB'"));

}  // namespace
}  // namespace flybar::program
