#include "models/mpi/program.h"

#include <optional>

#include "models/common/error.h"
#include "models/mpi/process/process.h"

namespace flybar::mpi {

namespace {

/// A process may leave before MPI_Init and after MPI_Finalize only: others wait for it between.
void check_end(const Process& process) {
  if (!process.initialized || process.finalized) return;
  const std::optional<int> code = process.leave.code();
  throw SimulationError(
      process.channel.place(),
      code ? "the program called exit(" + std::to_string(*code) + ") without MPI_Finalize, after " +
                 process.doing.call
           : std::string("the program returned without MPI_Finalize"),
      "MPI_Finalize at the end of every process",
      code ? "call it before, or look in the program for why it gives up" : "call it");
}

}  // namespace

int run_program(Job& job, pm_channel* channel, const MpiParams& params, const Main& main,
                const std::vector<std::string>& args) {
  const int rank = pm_node(channel);
  if (rank >= job.size() || job.size() > pm_nodes(channel))
    throw SimulationError("MPI job",
                          std::to_string(job.size()) + " processes, one on node " +
                              std::to_string(rank) + " of " + std::to_string(pm_nodes(channel)),
                          "one process on each node from 0 on", "change the size of the job");
  Process process(job, channel, params);
  const int code = process.run(main, args);
  check_end(process);
  process.channel.time.turn_to(Use::kComputing);
  job.end(rank, code);
  return code;
}

}  // namespace flybar::mpi
