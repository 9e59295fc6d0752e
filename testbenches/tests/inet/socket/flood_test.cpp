// Many hosts that send to one, all they can.
#include <algorithm>
#include <vector>

#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

constexpr std::size_t kHosts = 24, kEach = 200;

class Flood : public testing::Test {
 protected:
  Flood() {
    for (std::size_t n = 0; n < kHosts; ++n) hosts.add();
  }
  /// Sends datagrams of up to a page to node 0.
  void send_from(std::size_t n) {
    hosts.program(n, [this, n](Cpu& cpu) {
      cpu.sleep(1_ms);
      ProgramMemory memory(hosts[n].inet);
      Datagrams port(hosts[n].inet);
      for (std::size_t k = 0; k < kEach; ++k) {
        const std::size_t length = 1 + (n * 7919 + k * 104'729) % kPage;
        sent += port.send(policy, memory.at(0), length, {0, kPort}) > 0;
      }
      port.close();
      memory.release(1);
    });
  }
  void receive_all() {
    hosts.program(0, [this](Cpu&) {
      ProgramMemory memory(hosts[0].inet);
      Datagrams port(hosts[0].inet);
      ASSERT_EQ(port.bind(kPort), 0);
      while (port.receive(policy, memory.at(0), kPage, 500_ms) >= 0) {
        ++came;
        most = std::max(most, hosts[0].inet.input().frames());
      }
      too_many = port.counters().dropped;
      port.close();
      memory.release(1);
    });
  }

  SocketHosts hosts;
  const CopyPolicy policy{.remap_sent = true, .remap_received = true, .least = Bytes(kPage)};
  std::uint64_t sent = 0, came = 0, too_many = 0;
  std::size_t most = 0;
};

TEST_F(Flood, EveryDatagramComesOrIsCountedByTheCauseOfItsLoss) {
  std::vector<Use> before;
  for (std::size_t n = 0; n < kHosts; ++n) before.push_back(hosts[n].use());
  receive_all();
  for (std::size_t n = 1; n < kHosts; ++n) send_from(n);

  ASSERT_TRUE(hosts.run());
  hosts.settle();

  const MemoryDevice::Counters& device = hosts[0].device.counters();
  const std::uint64_t queue_full = hosts[0].inet.input().counters().queue_full;
  EXPECT_EQ(sent, came + too_many + queue_full + device.ring_full + device.no_frame);
  EXPECT_GT(sent - came, sent / 4);
  // Of a socket buffer of 64 KB with datagrams of half a page, and of the input queue.
  EXPECT_LT(most, 200u);
  for (std::size_t n = 0; n < kHosts; ++n) EXPECT_EQ(hosts[n].use(), before[n]) << "node " << n;
}

}  // namespace
}  // namespace flybar::inet
