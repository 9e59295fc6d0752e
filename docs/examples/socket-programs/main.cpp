/// Runs a program with sockets on AlphaStations with TCP/IP over Trapeze: program NODES [arguments
/// of the program].
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "models/cluster/files/platform.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/inet/inet_programs.h"

using namespace flybar;

extern "C" int program_main(int argc, char** argv);

/// What all processes did, and the worst exit code.
int report(const experiments::InetPrograms& programs) {
  int worst = 0;
  std::uint64_t bytes = 0;
  for (std::size_t n = 0; n < programs.nodes(); ++n) {
    const inet::Ended& ended = programs.ended(n);
    bytes += ended.received;
    worst = std::max(worst, ended.code);
    if (ended.code != 0)
      std::fprintf(stderr, "node %zu: exit code %d %s\n", n, ended.code, ended.failure.c_str());
  }
  std::printf("%.2f ms, %.2f MB received\n", programs.took().us() / 1e3,
              static_cast<double>(bytes) / 1e6);
  return worst;
}

int sc_main(int argc, char** argv) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  const int nodes = argc > 1 ? std::atoi(argv[1]) : 2;
  if (nodes < 2 || nodes > 33) {
    std::fprintf(stderr, "nodes: allowed: 2 to 33\n");
    return 2;
  }
  // The program sees its name and what stands behind NODES.
  std::vector<std::string> arguments(argv, argv + argc);
  if (argc > 1) arguments.erase(arguments.begin() + 1);
  const auto system = systems::load(cluster::find_platform("alphastation-500"));
  Observer idle;
  try {
    experiments::InetPrograms programs(
        {.system = system->params, .observer = idle, .firmware = {FIRMWARE}},
        {.nodes = static_cast<std::size_t>(nodes)});
    programs.run_on_all({.main = program_main, .arguments = arguments});
    programs.run();
    return report(programs);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 4;
  }
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
