#include "testbenches/tests/lan/lan_bench.h"

#include <cerrno>

#include "models/inet/socket/listener.h"
#include "models/systems/systems.h"
#include "testbenches/tests/inet/card_bench.h"
#include "testbenches/tests/inet/socket/program_memory.h"

namespace flybar::lan {

namespace {
/// Longer than connections need to end, but for TIME_WAIT.
constexpr Time kAfterwards = Time::ms(5'000);

/// An AlphaStation, without what its LANai has unless there is one.
cluster::PlatformFile host_platform(bool with_lanai) {
  cluster::PlatformFile file = cluster::find_platform("alphastation-500");
  if (!with_lanai)
    std::erase_if(file.settings, [](const auto& one) { return one.key.starts_with("lanai."); });
  return file;
}
}  // namespace

LanBench::LanBench() {
  set("node.cards", "ring");
  set("system.networks", "lan");
}

void LanBench::run(const std::vector<Body>& bodies) {
  using namespace experiments;
  const auto system = systems::load(host_platform(beside_lanai_), parameters_);
  Observer observer;
  Testbed testbed({.system = system->params, .observer = observer, .stepping = stepping_},
                  {.nodes = bodies.size(), .patience = patience_});
  cluster::Hardware& hardware = testbed.hardware();
  std::deque<host::PagePool> pools;
  std::deque<Driver> drivers;
  std::vector<IpHost> ip_hosts;
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    cluster::Node& node = hardware.node(n);
    std::vector<Route> routes;
    for (std::size_t to = 0; to < bodies.size(); ++to)
      if (to != n) routes.push_back({static_cast<std::uint32_t>(to), hardware.route(n, to)});
    pools.emplace_back(node.cpu);
    drivers.emplace_back(Driver::Parts{node.cpu, pools[n], *node.seat().interrupt,
                                       node.seat().window, RingCard::of(node.card()), routes},
                         system->params.shared.get<LanParams>(),
                         system->params.node(n).get<RingParams>());
    ip_hosts.push_back({pools[n], drivers[n], [] { return std::vector<Drops>(); }});
  }
  InetHosts hosts(testbed, ip_hosts, {.socket_buffer = Bytes(64 * 1024), .software_sums = true});
  frames_lost_.resize(bodies.size());
  for (std::size_t n = 0; n < bodies.size(); ++n)
    testbed.run_on(n, [&, n](cluster::Node& node) {
      drivers[n].start();
      const auto before = static_cast<std::int64_t>(pools[n].free_count());
      bodies[n](hosts.inet(n));
      node.cpu.sleep(kAfterwards);
      hosts.inet(n).complete_sent();
      node.cpu.sync();
      frames_lost_[n] = before - static_cast<std::int64_t>(pools[n].free_count());
    });
  testbed.run();
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    drivers_.push_back(drivers[n].counters());
    cards_.push_back(drivers[n].card().counters());
  }
  network_ = dynamic_cast<const Network&>(hardware.network()).counters();
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
