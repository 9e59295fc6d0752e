/// Two AlphaStations with a card each, and the C program on them.
#include <cstdio>
#include <cstdlib>

#include "models/cluster/files/platform.h"
#include "models/systems/systems.h"
#include "ping.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

using namespace flybar;

int sc_main(int, char**) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  const auto system = systems::load(cluster::find_platform("alphastation-500"));
  Observer nobody;
  experiments::Testbed testbed(
      {.system = system->params, .observer = nobody, .firmware = {FIRMWARE}}, {});
  experiments::TrapezeStack stack(testbed, {});
  bool right = false;
  stack.run_on(0, [&](experiments::TrapezeStack::Host& host) { right = ping(host.nic) == 1; });
  stack.run_on(1, [&](experiments::TrapezeStack::Host& host) { pong(host.nic); });
  testbed.run();
  std::printf("%d pings, %s, mean one-way latency %.2f us\n", PINGS, right ? "all right" : "WRONG",
              testbed.messages().summary().latencies().mean_us());
  return right ? 0 : 1;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
