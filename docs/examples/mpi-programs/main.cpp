/// Runs an MPI program in C on Pentium Pro PCs with PM: program NODES [arguments of the program].
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "models/cluster/files/platform.h"
#include "models/process/machine_faults.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/mpi/mpi_stack.h"

using namespace flybar;

extern "C" int program_main(int argc, char** argv);

/// The time of the process that took longest.
Time longest(const mpi::Job& job) {
  Time most;
  for (int rank = 0; rank < job.size(); ++rank) {
    Time all;
    for (const Time time : job.statistics(rank).time) all += time;
    most = std::max(most, all);
  }
  return most;
}

int sc_main(int argc, char** argv) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  const int nodes = argc > 1 ? std::atoi(argv[1]) : 4;
  if (nodes < 1 || nodes > 256) {
    std::fprintf(stderr, "nodes: allowed: 1 to 256\n");
    return 2;
  }
  // The program sees its name and what stands behind NODES.
  std::vector<std::string> arguments(argv, argv + argc);
  if (argc > 1) arguments.erase(arguments.begin() + 1);
  const auto system = systems::load(cluster::find_platform("rwc-pentium-pro"));
  Observer nobody;
  try {
    experiments::MpiStack stack(
        {.system = system->params, .observer = nobody, .firmware = {FIRMWARE}},
        static_cast<std::size_t>(nodes));
    stack.add({.library = mpi::Library::kZeroCopy, .main = program_main, .arguments = arguments});
    stack.run();
    const mpi::Job& job = stack.job(0);
    std::printf(
        "%.2f ms from MPI_Init to MPI_Finalize, of all processes %.1f %% computing, "
        "%.1f %% waiting\n",
        longest(job).us() / 1e3, experiments::share_of(job, mpi::Use::kComputing),
        experiments::share_of(job, mpi::Use::kWaiting));
    return job.exit_code(0);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return process::kFaultExitCode;
  }
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
