/// Gather, scatter, and all-to-all.
#include "models/mpi/collective/algorithms.h"

namespace flybar::mpi {

Blocks Blocks::equal(int ranks, std::size_t bytes) {
  Blocks blocks;
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(ranks); ++rank) {
    blocks.offsets.push_back(rank * bytes);
    blocks.sizes.push_back(bytes);
  }
  return blocks;
}

void gather(Collective& call, const void* own, std::size_t bytes, std::byte* all, int root) {
  if (call.rank() != root) {
    call.send(own, bytes, root);
    return;
  }
  for (int rank = 0; rank < call.size(); ++rank) {
    std::byte* const block = all + static_cast<std::size_t>(rank) * bytes;
    if (rank != root)
      call.receive(block, bytes, rank);
    else if (own != MPI_IN_PLACE)
      call.process().channel.copy(block, own, bytes);
  }
}

void scatter(Collective& call, const std::byte* all, void* own, std::size_t bytes, int root) {
  if (call.rank() != root) {
    call.receive(own, bytes, root);
    return;
  }
  for (int rank = 0; rank < call.size(); ++rank) {
    const std::byte* const block = all + static_cast<std::size_t>(rank) * bytes;
    if (rank != root)
      call.send(block, bytes, rank);
    else if (own != MPI_IN_PLACE)
      call.process().channel.copy(own, block, bytes);
  }
}

/// A ring: each passes on what it got last.
void all_gather(Collective& call, std::byte* all, std::size_t bytes) {
  const int size = call.size();
  const auto block = [&](int rank) { return all + static_cast<std::size_t>(rank) * bytes; };
  for (int step = 1; step < size; ++step) {
    const int out = (call.rank() - step + 1 + size) % size;
    const int in = (call.rank() - step + size) % size;
    call.exchange(block(out), bytes, (call.rank() + 1) % size, block(in), bytes,
                  (call.rank() - 1 + size) % size);
  }
}

void all_to_all(Collective& call, const std::byte* out, const Blocks& sends, std::byte* in,
                const Blocks& receives) {
  const int size = call.size();
  const auto begin_send = [&](int to) {
    const auto i = static_cast<std::size_t>(to);
    call.isend(out + sends.offsets[i], sends.sizes[i], to);
  };
  const auto begin_receive = [&](int from) {
    const auto i = static_cast<std::size_t>(from);
    call.irecv(in + receives.offsets[i], receives.sizes[i], from);
  };
  const AllToAll order = call.process().params.alltoall;
  const int first = order == AllToAll::kRankOrder ? 0 : call.rank();
  for (int i = 0; i < size; ++i) {
    const int to = (first + i) % size;
    begin_receive(order == AllToAll::kPairwise ? (call.rank() - i + size) % size : to);
    begin_send(to);
    if (order == AllToAll::kPairwise) call.wait_all();
  }
  call.wait_all();
}

}  // namespace flybar::mpi
