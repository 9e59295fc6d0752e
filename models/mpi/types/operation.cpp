#include "models/mpi/types/operation.h"

namespace flybar::mpi {

std::string Operation::text() const {
  std::string all = call;
  all += is_send ? " to " : " from ";
  all += pattern.node == MPI_ANY_SOURCE ? "any rank" : "rank " + std::to_string(pattern.node);
  if (pattern.collective != CollectiveKind::kNone)
    return all + ", collective call " + std::to_string(pattern.tag + 1) + " of its communicator";
  return all + (pattern.tag == MPI_ANY_TAG ? ", any tag" : ", tag " + std::to_string(pattern.tag));
}

}  // namespace flybar::mpi
