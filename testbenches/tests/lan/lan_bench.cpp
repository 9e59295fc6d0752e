#include "testbenches/tests/lan/lan_bench.h"

#include <cerrno>
#include <memory>
#include <utility>

#include "models/inet/socket/listener.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/calls/kernels.h"
#include "testbenches/experiments/stacks/inet/ring_link.h"
#include "testbenches/tests/inet/card_bench.h"
#include "testbenches/tests/inet/kernel_calls.h"
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

/// What the hosts of a run have; those with a LANai call each other over that all the while.
struct LanBench::Hosts {
  Hosts(experiments::Testbed& testbed, bool with_lanai)
      : link(testbed, card_of(experiments::Transport::kEthernet, testbed.context().system)) {
    if (!with_lanai) return;
    using experiments::TrapezeStack;
    stack = std::make_unique<TrapezeStack>(
        testbed, TrapezeStack::Setup{.notify = trapeze::Notify::kInterrupt});
    kernels = std::make_unique<experiments::Kernels>(*stack, link.stack().pools());
    calls = std::make_unique<inet::KernelCalls>(*kernels, 0, 1);
  }
  void run_on(std::size_t n, std::function<void()> body) {
    if (!stack) return link.stack().run_on(n, [body = std::move(body)](auto&) { body(); });
    stack->run_on(n, [this, n, body = std::move(body)](auto&) {
      link.device(n).start();
      if (n == 0) calls->begin();
      body();
    });
  }

  experiments::RingLink link;
  std::unique_ptr<experiments::TrapezeStack> stack;
  std::unique_ptr<experiments::Kernels> kernels;
  std::unique_ptr<inet::KernelCalls> calls;
};

void LanBench::run(const std::vector<Body>& bodies) {
  using namespace experiments;
  const auto system = systems::load(cluster::find_platform("alphastation-500"), parameters_);
  Observer observer;
  Testbed testbed({.system = system->params, .observer = observer, .stepping = stepping_},
                  {.nodes = bodies.size(), .patience = patience_});
  Hosts all(testbed, beside_lanai_);
  InetHosts hosts(testbed, all.link, {.socket_buffer = Bytes(64 * 1024), .software_sums = true});
  frames_lost_.resize(bodies.size());
  for (std::size_t n = 0; n < bodies.size(); ++n)
    all.run_on(n, [&, n] {
      host::PagePool& pool = all.link.pool(n);
      const auto before = static_cast<std::int64_t>(pool.free_count());
      bodies[n](hosts.inet(n));
      if (all.calls && n == 0) all.calls->stop();
      hosts.inet(n).cpu().sleep(kAfterwards);
      hosts.inet(n).complete_sent();
      hosts.inet(n).cpu().sync();
      frames_lost_[n] = before - static_cast<std::int64_t>(pool.free_count());
    });
  testbed.run();
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    drivers_.push_back(all.link.device(n).counters());
    cards_.push_back(all.link.device(n).card().counters());
  }
  if (all.calls) calls_answered_ = all.calls->answered();
  network_ = dynamic_cast<const Network&>(testbed.hardware().network_of(0, beside_lanai_ ? 1 : 0))
                 .counters();
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
  // Kernels that call each other have frames, too.
  if (!beside_lanai_) {
    EXPECT_EQ(frames_lost_, std::vector<std::int64_t>(2, 0));
  }
  return took;
}

}  // namespace flybar::lan
