/// Streams beside calls between kernels and file reads: neither starves.
#include "testbenches/experiments/inet/netperf.h"

#include "testbenches/tests/experiments/inet/netperf_runs.h"

namespace flybar::experiments {
namespace {

Settings beside(const std::string& what) {
  return {{"amount", "2 MB"}, {"socket_buffer", "256 KB"}, {"beside", what}};
}

/// Rings and pools in which hardly anything fits.
const Settings kScarce = {{"mcp.send_entries", "4"}, {"mcp.receive_entries", "4"}};

TEST(Beside, CallsAndAStreamShareACard) {
  const double alone = run<Netperf>(beside("none")).at("throughput");
  const Numbers both = run<Netperf>(beside("rpc"));

  EXPECT_GT(both.at("throughput"), 0.9 * alone);
  EXPECT_GT(both.at("rpc_rate"), 100);
  EXPECT_GE(both.at("rpc_p99"), both.at("rpc_latency"));
  EXPECT_GE(both.at("rpc_p99"), both.at("rpc_p50"));
  EXPECT_EQ(both.at("rpc_unanswered"), 0);
  EXPECT_GT(both.at("CPU shares/calls between kernels and files/client %"), 0);
}

TEST(Beside, CallsAreBesideRoundTripsAndDatagramsToo) {
  for (const std::string test : {"udp-stream", "tcp-rr", "udp-rr"}) {
    Settings settings = beside("rpc");
    settings.insert(settings.end(), {{"test", test}, {"transactions", "100"}});
    EXPECT_GT(run<Netperf>(settings).at("rpc_rate"), 100) << test;
  }
}

TEST(Beside, AFileIsReadWhileAStreamRuns) {
  for (const std::string direction : {"server-to-client", "client-to-server"}) {
    Settings settings = beside("file-read");
    settings.emplace_back("direction", direction);
    const Numbers both = run<Netperf>(settings);

    EXPECT_GT(both.at("file_bandwidth"), 1) << direction;
    EXPECT_GT(both.at("file_read_p50"), 0) << direction;
    EXPECT_GE(both.at("file_read_p99"), both.at("file_read_p50")) << direction;
    EXPECT_GT(both.at("throughput"), 50) << direction;
    EXPECT_EQ(both.at("pages_from_disk"), 0) << direction;
  }
}

TEST(Beside, NobodyStarvesWithSmallRings) {
  for (const std::string what : {"rpc", "file-read"}) {
    const Numbers both = run<Netperf>(beside(what), {.parameters = kScarce});

    EXPECT_GT(both.at("throughput"), 10) << what;
    EXPECT_GT(both.at(what == "rpc" ? "rpc_rate" : "file_bandwidth"), 0) << what;
  }
}

TEST(Beside, NobodyStarvesWithFewFrames) {
  for (const std::string what : {"rpc", "file-read"}) {
    const Numbers both = run<Netperf>(
        beside(what),
        {.parameters = {{"client.host.memory", "4 MB"}, {"client.gms.local_cache", "1 MB"}}});

    EXPECT_GT(both.at("throughput"), 10) << what;
    EXPECT_GT(both.at(what == "rpc" ? "rpc_rate" : "file_bandwidth"), 0) << what;
  }
}

}  // namespace
}  // namespace flybar::experiments
