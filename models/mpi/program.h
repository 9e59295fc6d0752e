/// Runs an MPI program on a modelled host.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/mpi/mpi_params.h"
#include "models/mpi/process/job.h"
#include "models/pm/pm.h"

namespace flybar::mpi {

using Main = std::function<int(int, char**)>;

/// By the software of a host, in the SystemC process that shall be this process of the program:
/// calls `main` with `args` (the name of the program first) and returns what it returns or gives to
/// exit(). Its rank
/// is the node of the channel. Throws SimulationError if the node is not in the job or the program
/// does not end as MPI wants it to.
int run_program(Job& job, pm_channel* channel, const MpiParams& params, const Main& main,
                const std::vector<std::string>& args);

}  // namespace flybar::mpi
