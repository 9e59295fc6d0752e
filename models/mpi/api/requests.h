/// Beginning and completing operations for the calls of the API.
#pragma once

#include "models/mpi/api/call.h"

namespace flybar::mpi {

/// A buffer of the program, and where it goes to or comes from.
struct Message {
  const void* buffer;
  int count;
  MPI_Datatype type;
  int peer;
  int tag;
  MPI_Comm comm;
};

/// Null for MPI_PROC_NULL. Throws Refusal.
Operation* begin_send(Process& process, const char* name, const Message& message);
Operation* begin_receive(Process& process, const char* name, const Message& message);
/// What a receive with these takes. Throws Refusal.
Pattern receive_pattern(const Communicator& communicator, int source, int tag);

/// Waits for it, then as below. The operation may be null.
void finish(Process& process, Operation* operation, MPI_Status* status);
/// Releases a done one and says what it received. Throws Refusal if that was too long.
void complete(Process& process, Operation& operation, MPI_Status* status);
/// That of no operation.
void fill_empty(MPI_Status* status);
void fill(MPI_Status* status, const Communicator& communicator, int node, int tag,
          std::size_t bytes);

/// Null for MPI_REQUEST_NULL. Throws Refusal if there is no such request.
Operation* operation_of(Process& process, MPI_Request request);

}  // namespace flybar::mpi
