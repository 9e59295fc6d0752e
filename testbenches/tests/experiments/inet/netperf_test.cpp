/// Streams and round trips between two hosts: what depends on what, and what adds up.
#include "testbenches/experiments/inet/netperf.h"

#include <algorithm>
#include <cerrno>

#include "models/common/error.h"
#include "testbenches/experiments/inet/netperf_calls.h"
#include "testbenches/experiments/page/stream.h"
#include "testbenches/tests/experiments/inet/netperf_runs.h"

namespace flybar::experiments {
namespace {

const Settings kSmall = {{"amount", "2 MB"}, {"socket_buffer", "256 KB"}};

Settings with(const Settings& more, Settings all = kSmall) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

double throughput(const Settings& more, const std::string& platform = "alcor-miata") {
  return run<Netperf>(with(more), {.platform = platform}).at("throughput");
}

TEST(Netperf, CopiesMakeAStreamSlowerWhereACpuLimits) {
  const double remap = throughput({}), send = throughput({{"copy", "send"}}),
               receive = throughput({{"copy", "receive"}}), both = throughput({{"copy", "both"}});

  EXPECT_LT(both, send);
  EXPECT_LT(both, receive);
  EXPECT_LT(send, remap);
  EXPECT_LT(receive, remap);
}

TEST(Netperf, SumsCostAnAlcorMoreThanAPc) {
  const auto kept = [](const std::string& platform) {
    return throughput({{"checksum", "software"}}, platform) / throughput({}, platform);
  };

  EXPECT_LT(kept("alcor-miata"), kept("pentium-ii-440lx"));
}

TEST(Netperf, RoundTripsDoNotDependOnCopies) {
  for (const std::string test : {"tcp-rr", "udp-rr"}) {
    const auto rate = [&](const std::string& copy) {
      return run<Netperf>({{"test", test}, {"copy", copy}, {"transactions", "50"}}).at("rate");
    };
    EXPECT_EQ(rate("remap"), rate("both")) << test;
  }
}

TEST(Netperf, TcpIsSlowerThanMessagesOfAPage) {
  EXPECT_LT(run<Netperf>(kSmall).at("bandwidth"),
            run<Stream>({{"messages", "300"}}).at("bandwidth"));
}

TEST(Netperf, AMiataSendsMuchSlowerThanItReceives) {
  EXPECT_LE(throughput({{"direction", "client-to-server"}}), 0.6 * throughput({}));
}

TEST(Netperf, ARemappedStreamHasAnAckForTwoSegmentsAndNoneTwice) {
  for (const std::string platform : {"alcor-miata", "alphastation-500", "pentium-ii-440lx"}) {
    // Both sides have the same segments in the middle only.
    const Numbers stream = run<Netperf>(with({{"amount", "8 MB"}}), {.platform = platform});

    EXPECT_EQ(stream.at("retransmissions"), 0) << platform;
    EXPECT_GE(stream.at("acks"), 0.4 * stream.at("segments")) << platform;
    EXPECT_LE(stream.at("acks"), 0.6 * stream.at("segments")) << platform;
    EXPECT_EQ(stream.at("pages_copied"), 0) << platform;
  }
}

TEST(Netperf, NamedCostsAddUpToTheCpuTimeOfEachSide) {
  for (const std::string test : {"tcp-stream", "udp-stream", "tcp-rr", "udp-rr"})
    for (const std::string beside : {"none", "rpc"}) {
      const Numbers numbers = run<Netperf>(with({{"test", test},
                                                 {"beside", beside},
                                                 {"copy", "send"},
                                                 {"checksum", "software"},
                                                 {"amount", "1 MB"},
                                                 {"transactions", "50"}}));
      for (const std::string side : {"sender us", "receiver us"})
        expect_sum(numbers, "CPU time of a packet", side);
    }
}

TEST(Netperf, FastAndEveryClockAgree) {
  const Settings tiny = {
      {"amount", "64 KB"}, {"socket_buffer", "64 KB"}, {"send_size", "16 KB"}, {"beside", "rpc"}};

  EXPECT_EQ(run<Netperf>(tiny), run<Netperf>(tiny, {.stepping = Stepping::kEveryClock}));
}

TEST(Netperf, ResultsAreTheSameWhoeverLooks) {
  struct Looks : Observer {
    TrackId tracks = 0;
    TrackId declare(const Track&) override { return ++tracks; }
  } looks;

  EXPECT_EQ(run<Netperf>(kSmall), run<Netperf>(kSmall, {.observer = &looks}));
}

TEST(Netperf, SaysWhyNothingWasRemapped) {
  const std::string sender = "note: the sender remapped nothing and copied all: ";
  const std::string receiver = "note: the receiver remapped nothing and copied all: ";

  const Numbers unaligned = run<Netperf>(with({{"align", "4 B"}}));
  EXPECT_TRUE(unaligned.contains(sender + "address inside a page"));
  EXPECT_TRUE(unaligned.contains(receiver + "address inside a page"));
  const Numbers small = run<Netperf>(with({{"send_size", "4 KB"}, {"amount", "256 KB"}}));
  EXPECT_TRUE(small.contains(sender + "request below socket.remap_least"));
  const Numbers frames = run<Netperf>(kSmall, {.parameters = {{"server.host.frame", "4 KB"}}});
  EXPECT_TRUE(frames.contains(receiver + "no whole page came"));
  EXPECT_FALSE(run<Netperf>(kSmall).contains(sender + "no whole page came"));
}

TEST(Netperf, SaysWhichOptionsHaveNoEffectOnItsTest) {
  const auto notes = [](const Settings& settings) {
    std::string all;
    for (const auto& [name, value] : run<Netperf>(settings))
      if (name.starts_with("note: ")) all += name + "\n";
    return all;
  };

  EXPECT_EQ(
      notes(with({{"request", "64 B"}, {"transactions", "5"}})),
      "note: request, transactions: no effect, as a stream has no round trips (test=tcp-rr or "
      "udp-rr)\n");
  EXPECT_EQ(notes({{"test", "udp-rr"}, {"transactions", "5"}, {"amount", "1 MB"}}),
            "note: amount: no effect, as round trips are no stream (test=tcp-stream or "
            "udp-stream)\n");
}

TEST(Netperf, SaysThatItWaitsForTheCpuBecauseOfWhatIsBesideIt) {
  const Numbers slow =
      run<Netperf>({{"test", "udp-rr"}, {"transactions", "2"}, {"beside", "file-read"}});

  EXPECT_TRUE(std::any_of(slow.begin(), slow.end(), [](const auto& one) {
    return one.first.ends_with("% of the client's CPU, and TCP/IP waits for its turn");
  }));
}

/// Which key is refused (of a platform, of the file "test"), and whether the message has its four
/// parts. Empty: none is.
std::string refused(const Settings& settings, const Settings& parameters = {}) {
  try {
    for (const Fault& fault : Asked<Netperf>(settings, {.parameters = parameters}).faults())
      return fault.found.empty() || fault.allowed.empty() || fault.advice.empty() ? "incomplete"
                                                                                  : fault.where;
    return "";
  } catch (const ConfigurationError& error) {
    return error.faults().empty() ? "nothing" : error.faults().front().where;
  }
}

TEST(Netperf, RefusesWhatCannotBe) {
  EXPECT_EQ(refused({}, {{"ip.mtu", "572 B"}}), "test: ip.mtu");
  EXPECT_EQ(refused({}, {{"ip.mtu", "65536 B"}}), "test: ip.mtu");
  EXPECT_EQ(refused({}, {{"ip.mtu", "8324 B"}}), "ip.mtu");
  EXPECT_EQ(refused({}, {{"mcp.max_payload", "8190 B"}}), "test: mcp.max_payload");
  EXPECT_EQ(refused({{"socket_buffer", "16 KB"}}), "socket_buffer");
  EXPECT_EQ(refused({{"socket_buffer", "4 MB"}}), "socket_buffer");
  EXPECT_EQ(refused({{"socket_buffer", "4194240 B"}}), "");
  EXPECT_EQ(refused({{"beside", "file-read"}}, {{"client.host.frame", "4 KB"}}), "host.frame");
}

TEST(Netperf, RefusesADatagramOfMorePacketsThanTheInterfaceQueueHolds) {
  const Settings fragments = {{"test", "udp-stream"}, {"send_size", "16 KB"}};
  EXPECT_EQ(refused(fragments, {{"ip.interface_queue", "2"}}), "");
  EXPECT_EQ(refused(fragments, {{"ip.interface_queue", "1"}}), "send_size");
}

TEST(Netperf, RefusesFewerBytesThanMakeAStream) {
  for (const char* test : {"tcp-stream", "udp-stream"}) {
    EXPECT_EQ(refused({{"test", test}, {"amount", "49919 B"}}), "amount");
    EXPECT_EQ(refused({{"test", test}, {"amount", "49920 B"}}), "");
  }
  EXPECT_EQ(refused({{"test", "tcp-rr"}, {"amount", "1 B"}}), "");
}

TEST(Netperf, RefusesAMemoryThatDoesNotHoldTheBuffers) {
  EXPECT_EQ(refused({}, {{"host.memory", "4 MB"}}), "");
  EXPECT_EQ(refused({}, {{"host.memory", "4088 KB"}}), "host.memory");
}

TEST(Netperf, NamesTheCallThatFailedAndHowAndItsOwnLimit) {
  const auto text = [](std::int64_t result, Time took) -> std::string {
    try {
      refuse_call({"netperf"}, "send", result, took);
    } catch (const SimulationError& error) {
      return error.fault().found;
    }
  };
  EXPECT_EQ(text(-ECONNRESET, Time::ms(1)), "send failed: Connection reset by peer");
  EXPECT_EQ(text(-EAGAIN, kStuck), "send did not end within netperf's own limit of 60 s");
  EXPECT_EQ(text(4096, Time::ms(1)), "send ended after 4096 B");
  EXPECT_EQ(text(4096, kStuck), "send ended after 4096 B, at netperf's own limit of 60 s");
}

TEST(Netperf, NamesFaultsOfTheNetworkIfItHasSome) {
  const auto advice = [](bool faults) -> std::string {
    try {
      refuse_call({"netperf", faults}, "send", 0);
    } catch (const SimulationError& error) {
      return error.fault().advice;
    }
  };
  EXPECT_NE(advice(true).find("link.*"), std::string::npos);
  EXPECT_EQ(advice(false).find("link.*"), std::string::npos);
}

}  // namespace
}  // namespace flybar::experiments
