/// One process of an MPI program: all that its calls need.
#pragma once

#include <cstdint>

#include "models/mpi/mpi_params.h"
#include "models/mpi/process/channel.h"
#include "models/mpi/process/job.h"
#include "models/mpi/process/memory.h"
#include "models/mpi/process/transport.h"
#include "models/mpi/types/communicators.h"
#include "models/process/user_process.h"

namespace flybar::mpi {

class Process final : public process::UserProcess {
 public:
  /// The SystemC process that makes it is this one, until it is destroyed.
  Process(Job& job, pm_channel* channel, const MpiParams& params);

  /// That of the SystemC process that calls. Throws SimulationError if there is none.
  static Process& current(const char* call);
  /// The current process, or null where none runs; may be called outside of the simulation, too.
  static Process* here();

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
  void add_name(process::Line& line) const override;
  /// At the begin of a call: throws SimulationError if for MpiParams::patience no process of the
  /// job has sent, received or computed anything.
  void check_patience(const char* call) const;

 private:
  const process::Running<Process> running_{*this};
};

}  // namespace flybar::mpi
