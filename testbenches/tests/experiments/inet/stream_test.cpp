/// What of a stream is measured: the same rate however long it is, and nothing of its beginning or
/// its end.
#include "testbenches/experiments/inet/netperf.h"

#include <set>

#include "models/common/delivery_error.h"
#include "testbenches/tests/experiments/inet/netperf_runs.h"

namespace flybar::experiments {
namespace {

double throughput(const Settings& settings, const std::string& platform = "alcor-miata") {
  return run<Netperf>(settings, {.platform = platform}).at("throughput");
}

class StreamOf : public testing::TestWithParam<const char*> {};

/// The slower the receiver is, the fuller are the buffers that it would empty at the end.
TEST_P(StreamOf, AnyLengthHasTheRateOfALongOne) {
  const auto of = [](const std::string& amount) {
    return throughput({{"copy", GetParam()}, {"amount", amount}}, "alphastation-500");
  };
  const double long_one = of("12 MB");

  for (const char* amount : {"1 MB", "3 MB"})
    EXPECT_NEAR(of(amount), long_one, 0.02 * long_one) << amount;
}

INSTANTIATE_TEST_SUITE_P(Copied, StreamOf, testing::Values("remap", "send", "receive", "both"));

/// Half of them are dropped before the receiver counts.
TEST(StreamOfDatagrams, OfAnyLengthHasARate) {
  const auto of = [](const std::string& amount) {
    return throughput({{"test", "udp-stream"}, {"amount", amount}});
  };
  const double long_one = of("6 MB");

  for (const char* amount : {"50 KB", "1 MB", "16 MB"})
    EXPECT_NEAR(of(amount), long_one, 0.02 * long_one) << amount;
}

TEST(StreamOfDatagrams, OfWhichNothingComesIsRefused) {
  const std::string ended = lockstep::in_child([]() -> std::string {
    try {
      Asked<Netperf>({{"test", "udp-stream"}, {"amount", "1 MB"}, {"socket_buffer", "64 KB"}},
                     {.parameters = {{"link.lost_tails", "1"}}})
          .run();
    } catch (const StoppedByFaults& stopped) {
      return stopped.fault().found;
    }
    return "a result";
  });

  EXPECT_TRUE(ended.starts_with("0 B of datagrams came, too few of those that are measured"))
      << ended;
}

/// Counts resets.
struct Resets : Observer {
  using Observer::on;
  TrackId declare(const Track& track) override {
    if (track.kind == TrackKind::kPackets && track.link_type == LinkType::kRawIp)
      of_ip.insert(tracks + 1);
    return ++tracks;
  }
  void on(const Packet& packet) override {
    constexpr std::size_t kProtocol = 9, kFlags = 33;
    constexpr std::uint8_t kTcp = 6, kReset = 4;
    const bool tcp = of_ip.contains(packet.track) && packet.bytes.size() > kFlags &&
                     packet.bytes[kProtocol] == kTcp;
    count += tcp && (packet.bytes[kFlags] & kReset) != 0;
  }
  std::set<TrackId> of_ip;
  TrackId tracks = 0;
  int count = 0;
};

TEST(StreamOfBytes, BeginsWhenItsReceiverListens) {
  const std::string resets = lockstep::in_child([] {
    Resets seen;
    Asked<Netperf>({{"amount", "64 KB"}, {"socket_buffer", "64 KB"}}, {.observer = &seen}).run();
    return std::to_string(seen.count);
  });

  EXPECT_EQ(resets, "0");
}

}  // namespace
}  // namespace flybar::experiments
