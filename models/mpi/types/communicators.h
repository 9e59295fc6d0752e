/// The communicators of one process, and the collective calls that it has made on each.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "models/mpi/mpi.h"
#include "models/mpi/types/envelope.h"

namespace flybar::mpi {

struct Communicator {
  MPI_Comm handle = MPI_COMM_NULL;
  std::uint32_t context = 0;  ///< of messages; one more is that of collectives
  int rank = 0;
  std::vector<int> nodes;  ///< by rank
  bool returns_errors = false;
  bool freed = false;
  /// What was called, by number.
  struct Call {
    CollectiveKind kind;
    std::uint16_t root;
    bool operator==(const Call&) const = default;
    /// "MPI_Bcast with root 3"
    std::string text() const;
  };
  std::vector<Call> calls = {};

  int size() const { return static_cast<int>(nodes.size()); }
  int node(int of_rank) const { return nodes[static_cast<std::size_t>(of_rank)]; }
  /// MPI_UNDEFINED if it is not a member.
  int rank_of(int of_node) const;
};

/// "MPI_Bcast"
const char* name_of(CollectiveKind kind);

class Communicators {
 public:
  /// With the one of all `size` processes and that of this one alone.
  Communicators(int size, int node);

  /// Null if there is none, or if it is freed.
  Communicator* find(MPI_Comm handle);
  /// That of an operation, which may have been freed since the operation began: MPI lets its
  /// operations end as if it were not.
  const Communicator& of_operation(MPI_Comm handle) const {
    return all_[static_cast<std::size_t>(handle)];
  }
  /// The two contexts from `context` on are used by its members only.
  Communicator& add(std::uint32_t context, std::vector<int> nodes, int node);
  /// The first context that this process has not used.
  std::uint32_t next_context() const { return next_context_; }

  /// Throws SimulationError if this process has called something else as this collective.
  void check(const Envelope& envelope, int node) const;
  /// The first collective call in which this process differs from another; empty if none does.
  std::string difference(const Communicators& other) const;

 private:
  std::deque<Communicator> all_;
  const int node_;
  std::uint32_t next_context_ = 0;
};

}  // namespace flybar::mpi
