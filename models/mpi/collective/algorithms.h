/// How collective calls are made of messages.
#pragma once

#include <cstddef>
#include <vector>

#include "models/mpi/collective/collective.h"

namespace flybar::mpi {

/// What a reduction works on.
struct Elements {
  std::size_t count;
  MPI_Datatype type;
  MPI_Op op;
  std::size_t bytes() const;
};

/// Where the block of each rank lies in a buffer, in bytes.
struct Blocks {
  std::vector<std::size_t> offsets;
  std::vector<std::size_t> sizes;
  static Blocks equal(int ranks, std::size_t bytes);
};

void barrier(Collective& call);
void broadcast(Collective& call, void* data, std::size_t bytes, int root);
/// `data` of the root becomes the result; that of others is spoilt.
void reduce(Collective& call, void* data, const Elements& elements, int root);
/// `data` becomes the result.
void all_reduce(Collective& call, void* data, const Elements& elements);
/// `all` is used at the root only.
void gather(Collective& call, const void* own, std::size_t bytes, std::byte* all, int root);
void scatter(Collective& call, const std::byte* all, void* own, std::size_t bytes, int root);
/// The own block is in `all` already.
void all_gather(Collective& call, std::byte* all, std::size_t bytes);
void all_to_all(Collective& call, const std::byte* out, const Blocks& sends, std::byte* in,
                const Blocks& receives);

}  // namespace flybar::mpi
