#include "models/mpi/process/process.h"

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/process/program_place.h"

namespace flybar::mpi {

Process::Process(Job& job, pm_channel* pm, const MpiParams& given)
    : UserProcess("MPI"),
      job_(job),
      statistics_(job.begin(pm_node(pm), *this)),
      params(given),
      channel(pm, params, statistics_, job),
      communicators(job.size(), pm_node(pm)),
      transport(channel, params, communicators, statistics_),
      memory(channel) {
  job_.happened(channel.time.now());
}

Process* Process::here() {
  return process::Running<Process>::here();
}

Process& Process::current(const char* call) {
  if (Process* const process = here()) return *process;
  throw SimulationError(call, "called outside of an MPI program",
                        "calls of a program that flybar::mpi::run_program() runs",
                        "run the program with it");
}

void Process::add_name(process::Line& line) const {
  line.add("MPI rank %d at %.6g us", channel.node(), channel.time.now().us());
}

void Process::check_patience(const char* call) const {
  const Time quiet = job_.quiet(channel.time.now());
  if (quiet <= params.patience) return;
  throw SimulationError(
      channel.place() + ", " + call,
      "the program calls on and on, and for " + quantity::print(quiet) +
          " no process has sent, received or computed anything: " + job_.who_waits(),
      "at most mpi.patience = " + quantity::print(params.patience),
      "look for a loop that polls for what never comes, or raise mpi.patience");
}

}  // namespace flybar::mpi
