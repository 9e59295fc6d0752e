/// Runs an MPI program in C on Pentium Pro PCs with PM: program NODES [arguments of the program].
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "models/cluster/platform.h"
#include "models/systems/trapeze.h"
#include "testbenches/experiments/mpi/mpi_stack.h"

using namespace flybar;

extern "C" int program_main(int argc, char** argv);

int sc_main(int argc, char** argv) {
  const int nodes = argc > 1 ? std::atoi(argv[1]) : 4;
  if (nodes < 1 || nodes > 256) {
    std::fprintf(stderr, "nodes: allowed: 1 to 256\n");
    return 2;
  }
  // The program sees its name and what stands behind NODES.
  std::vector<std::string> arguments(argv, argv + argc);
  if (argc > 1) arguments.erase(arguments.begin() + 1);
  const auto system = systems::load_trapeze(cluster::find_platform("rwc-pentium-pro"));
  Observer nobody;
  try {
    experiments::MpiStack stack(
        {.system = system->params, .observer = nobody, .firmware = {FIRMWARE}},
        static_cast<std::size_t>(nodes));
    stack.add({.library = mpi::Library::kZeroCopy, .main = program_main, .args = arguments});
    stack.run();
    std::printf("computing %.1f %%, waiting %.1f %% of the time of all processes\n",
                experiments::share_of(stack.job(0), mpi::Use::kComputing),
                experiments::share_of(stack.job(0), mpi::Use::kWaiting));
    return stack.job(0).exit_code(0);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

int main(int argc, char** argv) {
  return sc_core::sc_elab_and_sim(argc, argv);
}
