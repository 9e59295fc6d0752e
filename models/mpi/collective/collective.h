/// One collective call of one process: the messages that it sends and receives.
#pragma once

#include <cstddef>
#include <vector>

#include "models/mpi/process/process.h"

namespace flybar::mpi {

class Collective {
 public:
  /// What the elements of its messages are.
  struct Types {
    MPI_Datatype sent = MPI_BYTE;
    MPI_Datatype received = MPI_BYTE;
  };
  /// The next collective call on the communicator. Throws SimulationError if another process is
  /// known to have called something else.
  Collective(Process& process, Communicator& communicator, CollectiveKind kind, Types types,
             int root = 0);
  Collective(Process& process, Communicator& communicator, CollectiveKind kind)
      : Collective(process, communicator, kind, {}) {}
  Collective(const Collective&) = delete;
  Collective& operator=(const Collective&) = delete;

  int rank() const { return communicator_.rank; }
  int size() const { return communicator_.size(); }
  Process& process() { return process_; }

  // As the calls of MPI with these names. A receive must get exactly as many bytes as it asks for,
  // of elements that agree with its own.
  void send(const void* data, std::size_t bytes, int to);
  void receive(void* data, std::size_t bytes, int from);
  void isend(const void* data, std::size_t bytes, int to);
  void irecv(void* data, std::size_t bytes, int from);
  void wait_all();
  /// Sends to one and receives from another at the same time.
  void exchange(const void* out, std::size_t out_bytes, int to, void* in, std::size_t in_bytes,
                int from);

 private:
  Operation& begin(void* data, std::size_t bytes, int peer);
  void check_received(const Operation& operation) const;

  Process& process_;
  Communicator& communicator_;
  const CollectiveKind kind_;
  const Types types_;
  const std::uint16_t root_;
  const int number_;
  std::vector<Operation*> pending_;
};

}  // namespace flybar::mpi
