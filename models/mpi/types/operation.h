/// One send or receive, from its call until it is completed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "models/mpi/mpi.h"
#include "models/mpi/types/envelope.h"

namespace flybar::mpi {

/// What a receive takes, or a send is.
struct Pattern {
  std::uint32_t context = 0;
  int node = 0;  ///< a process of the job, or MPI_ANY_SOURCE
  int tag = 0;   ///< or MPI_ANY_TAG
  CollectiveKind collective = CollectiveKind::kNone;
  std::uint16_t root = 0;

  bool matches(const Envelope& envelope, int from) const {
    return context == envelope.context && (node == MPI_ANY_SOURCE || node == from) &&
           (tag == MPI_ANY_TAG || tag == envelope.tag);
  }
};

struct Operation {
  std::uint32_t id = 0;
  const char* call = "";  ///< "MPI_Recv"
  bool is_send = false;
  bool in_use = false;
  bool done = false;
  int error = MPI_SUCCESS;
  MPI_Comm comm = MPI_COMM_NULL;
  Pattern pattern;
  std::byte* buffer = nullptr;  ///< of a send it is only read
  std::size_t bytes = 0;
  MPI_Datatype type = MPI_BYTE;  ///< of the elements in the buffer

  // A receive that is matched:
  int source = MPI_ANY_SOURCE;  ///< a process of the job
  int tag = MPI_ANY_TAG;
  MPI_Datatype sent_type = MPI_BYTE;
  std::size_t sent = 0;  ///< length of the message, which may be more than fits

  // A message beyond the eager limit:
  std::uint32_t peer = 0;   ///< the operation at the other end
  std::size_t total = 0;    ///< that will be transferred
  std::size_t moved = 0;    ///< of it, so far
  std::size_t counted = 0;  ///< of it, up to where locks have been counted

  bool streamed = false;  ///< its pieces follow each other without an answer

  // The part of it that is under way:
  bool last = false;
  std::size_t tail = 0;  ///< bytes behind the last whole word, which are not written
  std::size_t part = 0;  ///< left of what was answered for
  pm_handle remote = 0;
  pm_handle local = 0;
  std::size_t locked = 0;  ///< bytes from `moved` that are pinned
  std::size_t piece = 0;   ///< bytes of the write under way

  /// "MPI_Recv from rank 3, tag 7"
  std::string text() const;
};

}  // namespace flybar::mpi
