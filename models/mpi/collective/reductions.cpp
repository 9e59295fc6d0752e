/// Barrier, broadcast, and reductions.
#include "models/mpi/collective/algorithms.h"
#include "models/mpi/types/datatype.h"

namespace flybar::mpi {
namespace {

/// Ranks counted from the root.
struct FromRoot {
  int root;
  int size;
  int relative(int rank) const { return (rank - root + size) % size; }
  int rank(int relative) const { return (relative + root) % size; }
};

void combine_received(Collective& call, void* data, const void* received,
                      const Elements& elements) {
  Process& process = call.process();
  process.channel.spend(process.params.reduce_element * static_cast<std::int64_t>(elements.count),
                        "reduction");
  combine(data, received, elements.count, elements.type, elements.op);
}

void broadcast_tree(Collective& call, void* data, std::size_t bytes, int root) {
  const FromRoot order{root, call.size()};
  const int own = order.relative(call.rank());
  int mask = 1;
  while (mask < order.size && (own & mask) == 0) mask <<= 1;
  if (own != 0) call.receive(data, bytes, order.rank(own - mask));
  for (mask >>= 1; mask > 0; mask >>= 1)
    if (own + mask < order.size) call.send(data, bytes, order.rank(own + mask));
}

void broadcast_linear(Collective& call, void* data, std::size_t bytes, int root) {
  if (call.rank() != root) {
    call.receive(data, bytes, root);
    return;
  }
  for (int rank = 0; rank < call.size(); ++rank)
    if (rank != root) call.isend(data, bytes, rank);
  call.wait_all();
}

void disseminate(Collective& call) {
  for (int step = 1; step < call.size(); step <<= 1) {
    const int to = (call.rank() + step) % call.size();
    const int from = (call.rank() - step + call.size()) % call.size();
    call.exchange(nullptr, 0, to, nullptr, 0, from);
  }
}

/// What is beyond a power of two is folded into the ranks before, and gets the result from them.
void double_recursively(Collective& call, void* data, const Elements& elements) {
  const std::size_t bytes = elements.bytes();
  const Scratch other(call.process().memory, bytes);
  int power = 1;
  while (2 * power <= call.size()) power *= 2;
  const int rank = call.rank();
  const int beyond = call.size() - power;
  if (rank >= power) {
    call.send(data, bytes, rank - power);
    call.receive(data, bytes, rank - power);
    return;
  }
  if (rank < beyond) {
    call.receive(other.data(), bytes, rank + power);
    combine_received(call, data, other.data(), elements);
  }
  for (int mask = 1; mask < power; mask <<= 1) {
    call.exchange(data, bytes, rank ^ mask, other.data(), bytes, rank ^ mask);
    combine_received(call, data, other.data(), elements);
  }
  if (rank < beyond) call.send(data, bytes, rank + power);
}

}  // namespace

std::size_t Elements::bytes() const {
  return count * size_of(type);
}

void barrier(Collective& call) {
  if (call.process().params.barrier == Barrier::kDissemination) {
    disseminate(call);
    return;
  }
  reduce(call, nullptr, {0, MPI_BYTE, MPI_SUM}, 0);
  broadcast_tree(call, nullptr, 0, 0);
}

void broadcast(Collective& call, void* data, std::size_t bytes, int root) {
  if (call.process().params.broadcast == Broadcast::kLinear)
    broadcast_linear(call, data, bytes, root);
  else
    broadcast_tree(call, data, bytes, root);
}

void reduce(Collective& call, void* data, const Elements& elements, int root) {
  const std::size_t bytes = elements.bytes();
  const Scratch other(call.process().memory, bytes);
  const FromRoot order{root, call.size()};
  const int own = order.relative(call.rank());
  for (int mask = 1; mask < order.size; mask <<= 1) {
    if ((own & mask) != 0) {
      call.send(data, bytes, order.rank(own - mask));
      return;
    }
    if (own + mask >= order.size) continue;
    call.receive(other.data(), bytes, order.rank(own + mask));
    combine_received(call, data, other.data(), elements);
  }
}

void all_reduce(Collective& call, void* data, const Elements& elements) {
  if (call.process().params.allreduce == AllReduce::kRecursiveDoubling) {
    double_recursively(call, data, elements);
    return;
  }
  reduce(call, data, elements, 0);
  broadcast(call, data, elements.bytes(), 0);
}

}  // namespace flybar::mpi
