#include "testbenches/tests/lan/lan_bench.h"

#include <cerrno>

#include "models/inet/socket/listener.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/inet/ring_link.h"
#include "testbenches/tests/inet/card_bench.h"
#include "testbenches/tests/inet/socket/program_memory.h"

namespace flybar::lan {

namespace {
/// Longer than connections need to end, but for TIME_WAIT.
constexpr Time kAfterwards = Time::ms(5'000);

}  // namespace

LanBench::LanBench() {
  set("node.cards", "ring");
  set("system.networks", "lan");
}

void LanBench::run(const std::vector<Body>& bodies) {
  using namespace experiments;
  const auto system = systems::load(cluster::find_platform("alphastation-500"), parameters_);
  Observer observer;
  Testbed testbed({.system = system->params, .observer = observer, .stepping = stepping_},
                  {.nodes = bodies.size(), .patience = patience_});
  RingLink link(testbed, card_of(Transport::kEthernet, system->params));
  InetHosts hosts(testbed, link, {.socket_buffer = Bytes(64 * 1024), .software_sums = true});
  frames_lost_.resize(bodies.size());
  for (std::size_t n = 0; n < bodies.size(); ++n)
    link.stack().run_on(n, [&, n](cluster::Node& node) {
      const auto before = static_cast<std::int64_t>(link.pool(n).free_count());
      bodies[n](hosts.inet(n));
      node.cpu.sleep(kAfterwards);
      hosts.inet(n).complete_sent();
      node.cpu.sync();
      frames_lost_[n] = before - static_cast<std::int64_t>(link.pool(n).free_count());
    });
  testbed.run();
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    drivers_.push_back(link.device(n).counters());
    cards_.push_back(link.device(n).card().counters());
  }
  network_ = dynamic_cast<const Network&>(testbed.hardware().network()).counters();
  end_ = kernel_time();
}

Time LanBench::transfer(std::size_t bytes) {
  const std::vector<std::uint8_t> sent = inet::pattern(bytes, 1);
  std::vector<std::uint8_t> got;
  Time took;
  run({[&](inet::Inet& inet) {
         const auto connection = inet::connected(inet, 1);
         const Time begin = inet.cpu().now();
         inet::send_all(*connection, sent);
         connection->close();
         took = inet.cpu().now() - begin;
       },
       [&](inet::Inet& inet) {
         const auto connection = inet::accepted(inet);
         got = inet::received(*connection, bytes);
         connection->close();
       }});
  EXPECT_EQ(got, sent);
  EXPECT_EQ(frames_lost_, std::vector<std::int64_t>(2, 0));
  return took;
}

}  // namespace flybar::lan
