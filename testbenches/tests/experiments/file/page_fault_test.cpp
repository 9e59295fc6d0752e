/// Page faults over every transport: what depends on what, and what adds up.
#include "testbenches/experiments/file/page_fault.h"

#include "testbenches/experiments/file/file_read.h"
#include "testbenches/tests/experiments/inet/netperf_runs.h"

namespace flybar::experiments {
namespace {

const std::vector<std::string> kAllTransports = {"trapeze", "ip-trapeze", "ip-myriapi", "ethernet",
                                                 "atm"};

Numbers faults_over(const std::string& transport, const Settings& more = {}) {
  Settings all = {{"transport", transport}, {"faults", "20"}};
  all.insert(all.end(), more.begin(), more.end());
  return run<PageFault>(all, {.platform = "alphastation-500"});
}

TEST(PageFault, IsTheSlowerTheMoreThereIsBelowIt) {
  const auto latency = [](const char* transport) { return faults_over(transport).at("latency"); };
  const double trapeze = latency("trapeze"), ip = latency("ip-trapeze"),
               vendor = latency("ip-myriapi");

  EXPECT_LT(trapeze, ip);
  EXPECT_LT(ip, vendor);
  EXPECT_LT(vendor, latency("ethernet"));
  EXPECT_LT(vendor, latency("atm"));
}

TEST(PageFault, CostsEachHostLeastOverTrapeze) {
  const Numbers trapeze = faults_over("trapeze");
  for (const std::string& transport : kAllTransports) {
    if (transport == "trapeze") continue;
    const Numbers other = faults_over(transport);

    EXPECT_GT(other.at("cpu_client"), trapeze.at("cpu_client")) << transport;
    EXPECT_GT(other.at("cpu_servers"), trapeze.at("cpu_servers")) << transport;
  }
}

TEST(PageFault, StagesAndNamedCostsAddUp) {
  for (const std::string& transport : kAllTransports)
    for (const char* hops : {"2", "3"}) {
      const Numbers numbers = faults_over(transport, {{"hops", hops}});

      expect_sum(numbers, "stages of a fault", "mean us");
      EXPECT_NEAR(numbers.at("stages of a fault/all/mean us"), numbers.at("latency"), 1e-6);
      expect_sum(numbers, "CPU time of a fault", "node0 us");
      expect_sum(numbers, "CPU time of a fault", "node1 us");
      EXPECT_NEAR(numbers.at("CPU time of a fault/all/node0 us"), numbers.at("cpu_client"), 1e-6);
    }
}

TEST(PageFault, SaysTheSameWithEitherStepping) {
  for (const std::string& transport : kAllTransports) {
    const Settings few = {{"transport", transport}, {"faults", "2"}};
    const Numbers fast = run<PageFault>(few),
                  every = run<PageFault>(few, {.stepping = Stepping::kEveryClock});

    EXPECT_EQ(fast, every) << transport;
  }
}

TEST(PageFault, FromTheDiskTakesItsAccessTime) {
  const Numbers disk = faults_over("ethernet", {{"pages", "disk"}});

  EXPECT_EQ(disk.at("pages_from_network"), 0);
  EXPECT_GT(disk.at("latency"), 5 * faults_over("ethernet").at("latency"));
}

TEST(PageFault, LostFramesEndInRetriesAndEveryPageComes) {
  const Numbers lossy = run<PageFault>({{"transport", "ethernet"}, {"faults", "100"}},
                                       {.parameters = {{"lan.lost_frames", "0.005"}}});

  EXPECT_EQ(lossy.at("pages_checked"), 108);
  EXPECT_GT(lossy.at("latency_p99"), 2 * lossy.at("latency_p50"));
}

TEST(FileRead, TakesPagesOverEveryTransport) {
  double last = 1e9;
  for (const char* transport : {"trapeze", "ip-trapeze", "ip-myriapi", "ethernet"}) {
    const Numbers read = run<FileRead>(
        {{"transport", transport}, {"file", "300"}},
        {.platform = "alphastation-500", .parameters = {{"gms.local_cache", "800 KB"}}});

    EXPECT_EQ(read.at("pages_checked"), 300) << transport;
    EXPECT_LT(read.at("bandwidth"), last) << transport;
    last = read.at("bandwidth");
  }
}

TEST(Transport, IsRefusedWhereNodesHaveNoCardForIt) {
  const Asked<PageFault> asked(
      {{"transport", "ip-trapeze"}},
      {.parameters = {{"node.cards", "ring"}, {"system.networks", "lan"}}});

  ASSERT_FALSE(asked.faults().empty());
  EXPECT_EQ(asked.faults().front().where, "transport");
}

}  // namespace
}  // namespace flybar::experiments
