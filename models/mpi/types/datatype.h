/// Elements of messages, and how reductions combine them.
#pragma once

#include <cstddef>

#include "models/mpi/mpi.h"

namespace flybar::mpi {

/// Bytes of an element. Throws Refusal if there is no such type.
std::size_t size_of(MPI_Datatype type);
/// "MPI_INT". Precondition: size_of() passed.
const char* name_of(MPI_Datatype type);
/// Whether elements of these types may meet in one message. MPI_BYTE meets any.
bool agree(MPI_Datatype sent, MPI_Datatype expected);
/// Throws Refusal if the type has no such operation.
void check_operation(MPI_Datatype type, MPI_Op op);
/// into[i] = into[i] op from[i]. Precondition: check_operation() passed.
void combine(void* into, const void* from, std::size_t count, MPI_Datatype type, MPI_Op op);

}  // namespace flybar::mpi
