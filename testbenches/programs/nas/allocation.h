/// Memory of the modelled process, for kernels in C++.
#pragma once

#include <cstddef>

#include "models/mpi/mpi.h"

namespace flybar::nas {

template <class T>
T* allocate(std::size_t count) {
  void* memory = nullptr;
  MPI_Alloc_mem(static_cast<MPI_Aint>(count * sizeof(T)), MPI_INFO_NULL, &memory);
  return static_cast<T*>(memory);
}

}  // namespace flybar::nas
