#include "testbenches/tests/experiments/replay/bench.h"

namespace flybar::experiments {
namespace {

const std::string kNames =
    "clang, compile, query, sort, or the path of a file that "
    "scripts/record-workload has made";

TEST(ReplayRefusal, WithoutAWorkloadItListsThoseThereAre) {
  EXPECT_EQ(ReplayBench().refusal(""), "workload: none is given; allowed: " + kNames +
                                           "; write for example --set workload=query\n");
}

TEST(ReplayRefusal, AnUnknownNameIsComparedWithThoseThereAre) {
  EXPECT_EQ(ReplayBench().refusal("workload=querry"),
            "workload: there is none named \"querry\"; allowed: " + kNames +
                "; did you mean \"query\"?\n");
}

TEST(ReplayRefusal, AFileThatIsNotThereIsNamed) {
  EXPECT_EQ(ReplayBench().refusal("workload=no/such.workload"),
            "no/such.workload: it cannot be read; allowed: a workload file; check the path; "
            "traces/workloads has some\n");
}

TEST(ReplayRefusal, AForeignFileIsNoWorkload) {
  const ReplayBench bench;
  bench.workspace().write("foreign",
                          "\x7f"
                          "ELF\n");

  EXPECT_NE(bench.refusal("workload=foreign").find("no workload"), std::string::npos);
}

TEST(ReplayRefusal, AFileThatWasCutOffIsKnown) {
  const ReplayBench bench;
  bench.workspace().write(
      "cut.workload", "flybar-workload 1\nfile 0 100 a\nprocess 0 p\nbegin\n0 0 read 0 0 100\n");

  EXPECT_NE(bench.refusal("workload=cut.workload").find("it ends too early"), std::string::npos);
}

TEST(ReplayRefusal, ADamagedLineIsNamed) {
  const ReplayBench bench;
  bench.write("file 0 100 a\nprocess 0 p\n", {"0 0 read 0 0 101"});

  EXPECT_TRUE(bench.refusal("workload=./test.workload").starts_with("./test.workload:5: "))
      << bench.refusal("workload=./test.workload");
}

TEST(ReplayRefusal, FilesMustFitIntoNetworkMemory) {
  const ReplayBench bench;
  bench.write("file 0 131072 data\nprocess 0 p\n", {"0 0 exit"});
  const std::string settings = "workload=./test.workload memory=network servers=2 ";

  bench.output(settings + "server.gms.network_memory=64KB");
  EXPECT_EQ(bench.refusal(settings + "server.gms.network_memory=56KB"),
            "workload: 16 pages of files, the largest is data with 128 KB; allowed: at most 14 "
            "pages, which fit into the network memory of 2 servers; raise servers, "
            "server.host.memory and server.gms.network_memory, or choose memory=both "
            "network_memory=cold\n");
}

TEST(ReplayRefusal, ColdNetworkMemoryMayBeSmallerThanTheFiles) {
  const ReplayBench bench;
  bench.write("file 0 131072 data\nprocess 0 p\n", {"0 0 read 0 0 8192 x16"});

  bench.output("workload=./test.workload network_memory=cold server.gms.network_memory=56KB");
}

TEST(ReplayRefusal, NetworkMemoryNeedsServers) {
  const ReplayBench bench;
  const std::string said =
      "servers: 0, so that there is no network memory; allowed: 1 .. 23 with memory=network or "
      "memory=both; raise servers, or choose memory=disk\n";

  EXPECT_EQ(bench.refusal("workload=query servers=0"), said);
  bench.output("workload=query servers=0 memory=disk operations=10");
}

TEST(ReplayRefusal, FilesInColdNetworkMemoryWouldBeNowhere) {
  EXPECT_EQ(ReplayBench().refusal("workload=query memory=network network_memory=cold"),
            "network_memory: cold with memory=network: the files would be nowhere; allowed: warm; "
            "choose memory=both for files that come from disk first\n");
}

TEST(ReplayRefusal, AFileOfATerabyteIsTooLarge) {
  const ReplayBench bench;
  bench.write("file 0 1000000000000 data\nprocess 0 p\n", {"0 0 exit"});

  EXPECT_EQ(bench.refusal("workload=./test.workload"),
            "workload: its files have 122070313 pages; allowed: at most 4194304 pages of 8 KB; "
            "record with --only or --exclude, or with less data\n");
}

TEST(ReplayRefusal, ThinkTimesAreAtMostADay) {
  const ReplayBench bench;
  bench.write("file 0 1 a\nprocess 0 p\n", {"0 86400001 exit"});

  bench.output("workload=./test.workload memory=disk");
  EXPECT_EQ(bench.refusal("workload=./test.workload think=1000"),
            "think: think times of 86401 s in all; allowed: at most 86400 s; lower think, or set "
            "operations to replay less\n");
}

}  // namespace
}  // namespace flybar::experiments
