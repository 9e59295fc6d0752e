/// Runs a PM program in C on Pentium Pro PCs: ring NODES ROUNDS.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "models/cluster/files/platform.h"
#include "models/systems/systems.h"
#include "ring.h"
#include "testbenches/experiments/stacks/pm/pm_stack.h"

using namespace flybar;

int sc_main(int argc, char** argv) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  const int nodes = argc > 1 ? std::atoi(argv[1]) : 4;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 10;
  if (nodes < 2 || nodes > 256 || rounds < 1) {
    std::fprintf(stderr, "ring NODES ROUNDS: allowed: 2 to 256 nodes, 1 round or more\n");
    return 2;
  }
  const auto system = systems::load(cluster::find_platform("rwc-pentium-pro"));
  Observer nobody;
  bool right = true;
  Time took;
  try {
    experiments::Testbed testbed(
        {.system = system->params, .observer = nobody, .firmware = {FIRMWARE}},
        {.nodes = static_cast<std::size_t>(nodes), .patience = Time::ms(1000)});
    experiments::PmStack stack(testbed);
    for (std::size_t n = 0; n < static_cast<std::size_t>(nodes); ++n)
      stack.run_on(n, [&](experiments::PmStack::Host& host) {
        const std::int64_t begin = pm_now(host.ch);
        right = ring(host.ch, rounds) == 1 && right;
        if (host.node == 0) took = Time::ps(pm_now(host.ch) - begin);
      });
    testbed.run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  const double hops = static_cast<double>(nodes) * rounds;
  std::printf("%s: %.1f us a hop of 64 KB, %.1f MB/s\n", right ? "right" : "WRONG",
              took.us() / hops, static_cast<double>(RING_BYTES) * hops / took.us());
  return right ? 0 : 1;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
