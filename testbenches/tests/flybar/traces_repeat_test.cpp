/// Packets of one run, traced twice. Linux gives each process other addresses, so an address of
/// this program that gets into what is simulated makes the two differ.
#include <gtest/gtest.h>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

class TracesOf : public testing::TestWithParam<const char*> {};

TEST_P(TracesOf, ARunAreTheSameBytesEachTime) {
  const Workspace here;
  for (const std::string name : {"one", "two"}) {
    const Ended ended =
        here.run("run " + std::string(GetParam()) + " --quiet --trace " + name + ".pcapng");
    ASSERT_EQ(ended.code, 0) << ended.err;
  }
  EXPECT_GT(contents(here / "one.pcapng").size(), 1000U);
  EXPECT_TRUE(contents(here / "one.pcapng") == contents(here / "two.pcapng"));
}

#define PENTIUM_PRO " --platform rwc-pentium-pro "
INSTANTIATE_TEST_SUITE_P(
    EachExperiment, TracesOf,
    testing::Values(
        "one-way --set round_trips=2", "demand-fetch --set round_trips=2",
        "stream --set messages=5", "incast --set messages=5", "all-to-all --set messages=2",
        "pairs --set messages=5", "rpc --set calls=4", "file-read --set file='64 KB'",
        "file-write --set file='64 KB'", "nfs-read --set file='256 KB'",
        "netperf --set amount='64 KB' --set socket_buffer='64 KB' --set beside=rpc",
        "netperf-many --set nodes=3 --set amount='8 KB'",
        "page-fault --set faults=2 --set transport=ethernet",
        "page-fault --set faults=2 --set transport=atm", "myriapi-latency --set round_trips=2",
        "myriapi-bandwidth --set messages=5", "pm-latency" PENTIUM_PRO "--set round_trips=3",
        "pm-bandwidth" PENTIUM_PRO "--set transfers=3 --set path=buffer-copy",
        "pm-bandwidth" PENTIUM_PRO "--set transfers=3 --set path=write",
        "pm-crossover" PENTIUM_PRO "--set from='1 KB' --set to='2 KB' --set step='1 KB'",
        "mpi-latency" PENTIUM_PRO "--set round_trips=3",
        "mpi-bandwidth" PENTIUM_PRO "--set payload='32 KB'",
        "mpi-alltoall" PENTIUM_PRO "--set nodes=3 --set payload='32 KB'"));

}  // namespace
}  // namespace flybar::program
