// Random operations on the sockets of many hosts, each of which talks to any other.
#include <cstdlib>

#include "testbenches/tests/attack/inet/conversations.h"
#include "testbenches/tests/attack/inet/some_setup.h"
#include "testbenches/tests/inet/pair.h"

namespace flybar::inet {
namespace {

constexpr std::uint16_t kPort = 5000;
constexpr unsigned kServers = 2, kClients = 3;  ///< on each host
constexpr int kSettles = 20;

/// FLYBAR_INET_NODES
std::size_t nodes() {
  const char* given = std::getenv("FLYBAR_INET_NODES");
  return given ? std::strtoull(given, nullptr, 10) : 8;
}

class RandomHosts : public testing::Test {
 protected:
  void converse(std::size_t count, std::uint64_t wanted) {
    const bool sums = random() % 2 == 0, scarce = random() % 2 == 0;
    SocketHosts hosts(some_wire(random, sums));
    std::vector<Inet*> inets;
    for (std::size_t n = 0; n < count; ++n) {
      SocketHost::Setup setup = some_host(random);
      setup.sockets.software_sums = sums;
      inets.push_back(&hosts.add(setup).inet);
    }
    Conversations all(random, inets, wanted, some_least(random));
    std::vector<std::vector<Conversations::Place>> others(count);
    for (std::size_t n = 0; n < count; ++n) add_programs(hosts, n, all, others[n], scarce);
    run(hosts);
    expect_right(all.counters());
    print(all, inets);
  }

  std::mt19937_64 random{chosen_seed(1)};

 private:
  static void add_programs(SocketHosts& hosts, std::size_t n, Conversations& all,
                           std::vector<Conversations::Place>& others, bool scarce) {
    for (unsigned k = 0; k < kServers; ++k) {
      const auto port = static_cast<std::uint16_t>(kPort + k);
      hosts.program(n, [&all, n, port](Cpu& cpu) { all.serve({n, port}, cpu); });
      for (std::size_t other = 0; other < hosts.count(); ++other)
        if (other != n) others.push_back({other, port});
    }
    for (unsigned k = 0; k < kClients; ++k)
      hosts.program(n, [&all, n, k, &others](Cpu& cpu) { all.call(n, k, others, cpu); });
    if (scarce) hosts.program(n, [&all, n](Cpu& cpu) { all.starve(n, cpu); });
  }
  /// To the end; nothing is left behind.
  static void run(SocketHosts& hosts) {
    const std::vector<Use> before = uses(hosts);
    ASSERT_TRUE(hosts.run());
    // Retransmissions of a dead peer's data go on for minutes.
    for (int n = 0; n < kSettles && uses(hosts) != before; ++n) hosts.settle();
    std::uint64_t changed = 0;
    for (std::size_t n = 0; n < hosts.count(); ++n) {
      EXPECT_EQ(hosts[n].use(), before[n]) << "node " << n;
      changed += hosts[n].device.counters().changed;
    }
    EXPECT_EQ(changed, 0u);
  }
  static std::vector<Use> uses(SocketHosts& hosts) {
    std::vector<Use> all;
    for (std::size_t n = 0; n < hosts.count(); ++n) all.push_back(hosts[n].use());
    return all;
  }
};

TEST_F(RandomHosts, TalkToAnyOtherAndNothingIsLeft) {
  converse(nodes(), operations(6000));
}

}  // namespace
}  // namespace flybar::inet
