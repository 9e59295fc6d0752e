/// What all calls of the API have in common: whose they are, what they cost, how they refuse.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "models/mpi/process/process.h"
#include "models/mpi/types/operation.h"
#include "models/mpi/types/refusal.h"

namespace flybar::mpi {

/// Throws SimulationError before MPI_Init and after MPI_Finalize.
Process& active_process(const char* name);

/// The code of a refusal if the error handler of its communicator, or else of `comm`, returns it;
/// throws SimulationError if not.
int handle(Process& process, const char* name, MPI_Comm comm, const Refusal& refusal);

/// A call that takes no time.
template <class Body>
int query(const char* name, MPI_Comm comm, Body body) {
  Process& process = active_process(name);
  const process::Inside inside(process, name);
  try {
    body(process);
    return MPI_SUCCESS;
  } catch (const Refusal& refusal) {
    return handle(process, name, comm, refusal);
  }
}

/// A call that takes the time of one. Throws SimulationError if the program has polled for too
/// long.
template <class Body>
int call(const char* name, MPI_Comm comm, Body body) {
  Process& process = active_process(name);
  process.check_patience(name);
  const During library(process.channel.time, Use::kLibrary);
  process.channel.spend_software(name);
  return query(name, comm, body);
}

/// These throw Refusal.
Communicator& communicator(Process& process, MPI_Comm comm);
void check_rank(const Communicator& communicator, int rank, int code);
/// Bytes of `count` elements, which lie at `buffer`.
std::size_t bytes_of(const void* buffer, int count, MPI_Datatype type);

}  // namespace flybar::mpi
