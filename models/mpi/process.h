/// One process of an MPI program: all that its calls need.
#pragma once

#include "models/mpi/channel.h"
#include "models/mpi/communicators.h"
#include "models/mpi/job.h"
#include "models/mpi/memory.h"
#include "models/mpi/mpi_params.h"
#include "models/mpi/transport.h"

namespace flybar::mpi {

class Process {
 public:
  /// The SystemC process that makes it is this one, until it is destroyed.
  Process(Job& job, pm_channel* channel, const MpiParams& params);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  /// That of the SystemC process that calls. Throws SimulationError if there is none.
  static Process& current(const char* call);

 private:
  Job& job_;
  Statistics& statistics_;

 public:
  const MpiParams params;
  Channel channel;
  Communicators communicators;
  Transport transport;
  Memory memory;
  bool initialized = false;
  bool finalized = false;

  Job& job() { return job_; }
};

}  // namespace flybar::mpi
