/// Two hosts whose IP goes over the vendor's firmware: every byte comes as it was sent, and nothing
/// is left of it on any host.
#include "models/inet/socket/datagrams.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"
#include "testbenches/experiments/stacks/inet/myriapi_link.h"
#include "testbenches/tests/inet/card_bench.h"
#include "testbenches/tests/inet/socket/program_memory.h"

namespace flybar::inet {
namespace {

using namespace experiments;

class MyriapiIpTest : public testing::Test {
 protected:
  using Body = std::function<void(Inet&)>;

  void set(const std::string& key, const std::string& value) {
    parameters_.push_back({"test", key, value});
  }
  /// At most once in a test: body n is the process of node n.
  void run(const std::vector<Body>& bodies) {
    const auto system = systems::load(cluster::find_platform("alphastation-500"), parameters_);
    Observer observer;
    Testbed testbed({.system = system->params, .observer = observer},
                    {.nodes = bodies.size(), .patience = Time::ms(60'000)});
    MyriapiLink link(testbed, 0);
    InetHosts hosts(testbed, link, {.socket_buffer = Bytes(64 * 1024)});
    for (std::size_t n = 0; n < bodies.size(); ++n)
      link.stack().run_on(
          n, [&, n](cluster::Node& node) { run_body(hosts.inet(n), node, bodies[n]); });
    testbed.run();
    for (std::size_t n = 0; n < bodies.size(); ++n) {
      counters_.push_back(link.device(n).counters());
      EXPECT_EQ(link.device(n).count(), 0U);
    }
  }
  /// One side sends, `part` in each call, the other one takes and compares.
  void expect_moved(std::size_t bytes, std::size_t part = 1 << 20) {
    const std::vector<std::uint8_t> all = pattern(bytes, 1);
    run({[&](Inet& inet) {
           const auto connection = accepted(inet);
           EXPECT_EQ(received(*connection, all.size()), all);
           connection->close();
         },
         [&](Inet& inet) {
           const auto connection = connected(inet, 0);
           for (auto at = all.begin(); at != all.end();) {
             const auto left = static_cast<std::size_t>(all.end() - at);
             const auto end = at + static_cast<std::ptrdiff_t>(std::min(left, part));
             send_all(*connection, {at, end});
             at = end;
           }
           connection->close();
         }});
  }

  std::vector<MyriapiDriver::Counters> counters_;  ///< after run(), by node

 private:
  /// Afterwards connections have time to end, but for TIME_WAIT.
  static void run_body(Inet& inet, cluster::Node& node, const Body& body) {
    const auto before = inet.pool().free_count();
    body(inet);
    node.cpu.sleep(Time::ms(5'000));
    inet.complete_sent();
    node.cpu.sync();
    EXPECT_EQ(inet.input().frames(), 0U);
    EXPECT_EQ(inet.pool().free_count(), before);
  }
  std::vector<cluster::Setting> parameters_;
};

TEST_F(MyriapiIpTest, EveryByteOfAStreamComes) {
  expect_moved(1'000'000);
  EXPECT_EQ(counters_[0].malformed, 0U);
  EXPECT_GT(counters_[1].sent, 100U);
}

TEST_F(MyriapiIpTest, PagesAreGatheredWhereTheyLie) {
  expect_moved(1'000'000);
  EXPECT_LT(counters_[1].gathered, counters_[1].sent / 10);
  EXPECT_GT(counters_[1].pieces, counters_[1].sent * 3 / 2);
}

TEST_F(MyriapiIpTest, SmallClustersTakeMorePieces) {
  set("myriapi.cluster", "2 KB");
  expect_moved(1'000'000);
  EXPECT_GT(counters_[1].pieces, counters_[1].sent * 4);
}

TEST_F(MyriapiIpTest, PiecesThatAreNoWholeWordsAreGatheredByCopy) {
  expect_moved(100'000, 1001);
  EXPECT_GT(counters_[1].gathered, 3U);
}

TEST_F(MyriapiIpTest, MorePiecesThanADescriptorHasAreGatheredByCopy) {
  expect_moved(100'000, 100);
  EXPECT_GT(counters_[1].gathered, 3U);
}

TEST_F(MyriapiIpTest, ALinkHeaderMayBeMissingOrLong) {
  set("myriapi.ip_header", "0 B");
  expect_moved(100'000);
}

TEST_F(MyriapiIpTest, TheLongestLinkHeaderLeavesLessToIp) {
  set("myriapi.ip_header", "64 B");
  expect_moved(100'000);
}

TEST_F(MyriapiIpTest, TcpSendsAgainWhatIsDamaged) {
  set("link.byte_errors", "0.000005");
  expect_moved(1'000'000);
}

TEST_F(MyriapiIpTest, NoFrameForTheRingIsCountedAndTcpRecovers) {
  const std::vector<std::uint8_t> all = pattern(1'000'000, 1);
  run({[&](Inet& inet) {
         std::vector<host::Physical> taken;
         while (const auto frame = inet.pool().try_allocate()) taken.push_back(*frame);
         const auto connection = accepted(inet);
         inet.cpu().sleep(Time::ms(50));
         for (const host::Physical frame : taken) inet.pool().free(frame);
         EXPECT_EQ(received(*connection, all.size()), all);
         connection->close();
       },
       [&](Inet& inet) {
         const auto connection = connected(inet, 0);
         send_all(*connection, all);
         connection->close();
       }});
  EXPECT_GT(counters_[0].no_frame, 0U);
}

/// Node 1 sends datagrams of these sizes to node 0, which compares them. How many packets they
/// took.
std::uint64_t packets_of(const std::vector<std::size_t>& sizes, Inet& from) {
  Datagrams socket(from);
  for (const std::size_t size : sizes) {
    const auto bytes = pattern(size, size);
    const UserArea area(const_cast<std::uint8_t*>(bytes.data()));
    EXPECT_EQ(socket.send({}, area, size, {0, 7000}), static_cast<std::int64_t>(size));
    from.cpu().sleep(Time::ms(20));
  }
  socket.close();
  return from.output().counters().packets;
}

void expect_datagrams(const std::vector<std::size_t>& sizes, Inet& to) {
  Datagrams socket(to);
  EXPECT_EQ(socket.bind(7000), 0);
  for (const std::size_t size : sizes) {
    std::vector<std::uint8_t> bytes(70'000);
    EXPECT_EQ(socket.receive({}, UserArea(bytes.data()), bytes.size(), Time::ms(100)),
              static_cast<std::int64_t>(size));
    bytes.resize(size);
    EXPECT_EQ(bytes, pattern(size, size));
  }
  socket.close();
}

TEST_F(MyriapiIpTest, ADatagramWithAPageNeedsNoFragments) {
  // 8,432 B less 20 B of the link, 20 B of IP and 8 B of UDP.
  const std::vector<std::size_t> sizes{1, 8192, 8384};
  run({[&](Inet& inet) { expect_datagrams(sizes, inet); },
       [&](Inet& inet) {
         inet.cpu().sleep(Time::ms(1));
         EXPECT_EQ(packets_of(sizes, inet), 3U);
       }});
}

TEST_F(MyriapiIpTest, LongerDatagramsComeWholeFromTheirFragments) {
  const std::vector<std::size_t> sizes{8385, 0, 107, 108, 109, 20'001, 65'507};
  run({[&](Inet& inet) { expect_datagrams(sizes, inet); },
       [&](Inet& inet) {
         inet.cpu().sleep(Time::ms(1));
         EXPECT_EQ(packets_of(sizes, inet), 2U + 4 + 3 + 8);
       }});
}

TEST_F(MyriapiIpTest, PacketsToAForeignNodeAreDroppedAndCounted) {
  run({[](Inet& inet) {
         auto connection = Connection::make(inet);
         EXPECT_NE(establish(*connection, {7, 7000, 0}, Time::ms(3'000)), 0);
         connection->close();
       },
       [](Inet&) {}});
  EXPECT_GT(counters_[0].no_route, 0U);
}

}  // namespace
}  // namespace flybar::inet
