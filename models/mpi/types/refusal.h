/// A call of the program that breaks the rules of MPI, on its way to the error handler.
#pragma once

#include <string>

#include "models/mpi/mpi.h"

namespace flybar::mpi {

struct Refusal {
  int code;  ///< MPI_ERR_...
  std::string found;
  std::string allowed;
  std::string advice;
  MPI_Comm comm = MPI_COMM_NULL;  ///< whose error handler decides, if not that of the call
};

}  // namespace flybar::mpi
