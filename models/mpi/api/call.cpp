#include "models/mpi/api/call.h"

#include "models/common/error.h"
#include "models/mpi/types/datatype.h"

namespace flybar::mpi {

Process& active_process(const char* name) {
  Process& process = Process::current(name);
  if (!process.initialized || process.finalized)
    throw SimulationError(
        process.channel.place(),
        std::string(name) + (process.finalized ? " after MPI_Finalize" : " before MPI_Init"),
        "calls between MPI_Init and MPI_Finalize", "move the call");
  return process;
}

int handle(Process& process, const char* name, MPI_Comm comm, const Refusal& refusal) {
  const Communicator* by = refusal.comm == MPI_COMM_NULL
                               ? process.communicators.find(comm)
                               : &process.communicators.of_operation(refusal.comm);
  if (!by) by = process.communicators.find(MPI_COMM_WORLD);
  if (by->returns_errors) return refusal.code;
  throw SimulationError(process.channel.place() + ", " + name, refusal.found, refusal.allowed,
                        refusal.advice);
}

Communicator& communicator(Process& process, MPI_Comm comm) {
  if (Communicator* const found = process.communicators.find(comm)) return *found;
  throw Refusal{MPI_ERR_COMM, "communicator " + std::to_string(comm) + " does not exist",
                "MPI_COMM_WORLD, MPI_COMM_SELF, or one that was made and not freed",
                "pass a communicator of this process"};
}

void check_rank(const Communicator& communicator, int rank, int code) {
  if (rank >= 0 && rank < communicator.size()) return;
  throw Refusal{code,
                "rank " + std::to_string(rank) + " of a communicator of " +
                    std::to_string(communicator.size()),
                "0 .. " + std::to_string(communicator.size() - 1), "pass the rank of a member"};
}

std::size_t bytes_of(const void* buffer, int count, MPI_Datatype type) {
  if (count < 0)
    throw Refusal{MPI_ERR_COUNT, "a count of " + std::to_string(count), "0 or more",
                  "correct the count"};
  const std::size_t bytes = static_cast<std::size_t>(count) * size_of(type);
  if (bytes > UINT32_MAX)
    throw Refusal{MPI_ERR_COUNT, "a message of " + std::to_string(bytes) + " B", "less than 4 GB",
                  "send it in several"};
  if (buffer == MPI_IN_PLACE)
    throw Refusal{MPI_ERR_BUFFER, "MPI_IN_PLACE as a buffer",
                  "MPI_IN_PLACE where mpi.h says so: in some collective calls, of some processes",
                  "pass a buffer"};
  if (bytes > 0 && !buffer)
    throw Refusal{MPI_ERR_BUFFER, "a null pointer for " + std::to_string(bytes) + " B",
                  "a buffer as long as the message", "allocate it with MPI_Alloc_mem"};
  return bytes;
}

}  // namespace flybar::mpi
