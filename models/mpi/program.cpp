#include "models/mpi/program.h"

#include "models/common/error.h"
#include "models/mpi/process.h"

namespace flybar::mpi {

int run_program(Job& job, pm_channel* channel, const MpiParams& params, const Main& main,
                const std::vector<std::string>& args) {
  const int rank = pm_node(channel);
  if (rank >= job.size() || job.size() > pm_nodes(channel))
    throw SimulationError("MPI job",
                          std::to_string(job.size()) + " processes, one on node " +
                              std::to_string(rank) + " of " + std::to_string(pm_nodes(channel)),
                          "one process on each node from 0 on", "change the size of the job");
  std::vector<std::string> texts = args;
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);

  Process process(job, channel, params);
  const int code = main(static_cast<int>(texts.size()), pointers.data());
  if (process.initialized && !process.finalized)
    throw SimulationError(process.channel.place(), "the program returned without MPI_Finalize",
                          "MPI_Finalize at the end of every process", "call it");
  process.channel.time.turn_to(Use::kComputing);
  job.end(rank, code);
  return code;
}

}  // namespace flybar::mpi
