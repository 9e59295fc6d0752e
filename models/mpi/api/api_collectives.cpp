/// The collective calls.
#include "models/mpi/api/call.h"
#include "models/mpi/collective/algorithms.h"
#include "models/mpi/types/datatype.h"

using namespace flybar::mpi;

namespace {

std::byte* bytes_at(void* buffer) {
  return static_cast<std::byte*>(buffer);
}
const std::byte* bytes_at(const void* buffer) {
  return static_cast<const std::byte*>(buffer);
}

/// The blocks of a buffer with counts and displacements in elements.
Blocks blocks(const void* buffer, const int* counts, const int* displacements, MPI_Datatype type,
              int ranks) {
  Blocks all;
  const std::size_t size = size_of(type);
  for (int rank = 0; rank < ranks; ++rank) {
    if (displacements[rank] < 0)
      throw Refusal{MPI_ERR_ARG,
                    "displacement " + std::to_string(displacements[rank]) + " for rank " +
                        std::to_string(rank),
                    "0 or more", "correct the displacements"};
    all.offsets.push_back(static_cast<std::size_t>(displacements[rank]) * size);
    all.sizes.push_back(bytes_of(buffer, counts[rank], type));
  }
  return all;
}

void check_root(const Communicator& members, int root) {
  check_rank(members, root, MPI_ERR_ROOT);
}

/// What a process gives to a collective call, or takes from it, with the call's own names.
struct Block {
  const void* buffer;
  int count;
  MPI_Datatype type;
  std::size_t bytes() const { return bytes_of(buffer, count, type); }
};

/// The block that a process sends to itself, if it does not lie in place, is as long as the one
/// that it receives, and of the same elements.
void check_own_block(const Block& sent, const Block& received) {
  if (sent.bytes() != received.bytes())
    throw Refusal{MPI_ERR_COUNT,
                  "the own block is sent as " + std::to_string(sent.bytes()) +
                      " B and received as " + std::to_string(received.bytes()) + " B",
                  "counts that agree", "correct sendcount or recvcount"};
  if (sent.bytes() > 0 && !agree(sent.type, received.type))
    throw Refusal{MPI_ERR_TYPE,
                  std::string("the own block is sent as ") + name_of(sent.type) +
                      " and received as " + name_of(received.type),
                  "datatypes that agree, or MPI_BYTE", "correct sendtype or recvtype"};
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): names of the standard

int MPI_Barrier(MPI_Comm comm) {
  return call("MPI_Barrier", comm, [&](Process& process) {
    Collective one(process, communicator(process, comm), CollectiveKind::kBarrier);
    barrier(one);
  });
}

int MPI_Bcast(void* buf, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return call("MPI_Bcast", comm, [&](Process& process) {
    Communicator& members = communicator(process, comm);
    const std::size_t bytes = bytes_of(buf, count, type);
    check_root(members, root);
    Collective one(process, members, CollectiveKind::kBroadcast, {type, type}, root);
    broadcast(one, buf, bytes, root);
  });
}

int MPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
               int root, MPI_Comm comm) {
  return call("MPI_Reduce", comm, [&](Process& process) {
    Communicator& members = communicator(process, comm);
    check_root(members, root);
    const bool is_root = members.rank == root;
    const bool in_place = is_root && sendbuf == MPI_IN_PLACE;
    const std::size_t bytes = bytes_of(in_place ? recvbuf : sendbuf, count, type);
    if (is_root) bytes_of(recvbuf, count, type);
    check_operation(type, op);
    Collective one(process, members, CollectiveKind::kReduce, {type, type}, root);
    const Elements elements{static_cast<std::size_t>(count), type, op};
    const Scratch scratch(process.memory, bytes);
    void* const data = is_root ? recvbuf : scratch.data();
    if (!in_place) process.channel.copy(data, sendbuf, bytes);
    reduce(one, data, elements, root);
  });
}

int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  return call("MPI_Allreduce", comm, [&](Process& process) {
    Communicator& members = communicator(process, comm);
    const std::size_t bytes = bytes_of(recvbuf, count, type);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    if (!in_place) bytes_of(sendbuf, count, type);
    check_operation(type, op);
    Collective one(process, members, CollectiveKind::kAllReduce, {type, type});
    if (!in_place) process.channel.copy(recvbuf, sendbuf, bytes);
    all_reduce(one, recvbuf, {static_cast<std::size_t>(count), type, op});
  });
}

int MPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return call("MPI_Gather", comm, [&](Process& process) {
    Communicator& members = communicator(process, comm);
    check_root(members, root);
    const Block sent{sendbuf, sendcount, sendtype};
    const Block received{recvbuf, recvcount, recvtype};
    const bool is_root = members.rank == root;
    const std::size_t bytes = is_root ? received.bytes() : sent.bytes();
    if (is_root && sendbuf != MPI_IN_PLACE) check_own_block(sent, received);
    Collective one(process, members, CollectiveKind::kGather, {sendtype, recvtype}, root);
    gather(one, sendbuf, bytes, bytes_at(recvbuf), root);
  });
}

int MPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return call("MPI_Scatter", comm, [&](Process& process) {
    Communicator& members = communicator(process, comm);
    check_root(members, root);
    const Block sent{sendbuf, sendcount, sendtype};
    const Block received{recvbuf, recvcount, recvtype};
    const bool is_root = members.rank == root;
    const std::size_t bytes = is_root ? sent.bytes() : received.bytes();
    if (is_root && recvbuf != MPI_IN_PLACE) check_own_block(sent, received);
    Collective one(process, members, CollectiveKind::kScatter, {sendtype, recvtype}, root);
    scatter(one, bytes_at(sendbuf), recvbuf, bytes, root);
  });
}

int MPI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return call("MPI_Allgather", comm, [&](Process& process) {
    Communicator& members = communicator(process, comm);
    const Block received{recvbuf, recvcount, recvtype};
    const std::size_t bytes = received.bytes();
    const bool in_place = sendbuf == MPI_IN_PLACE;
    if (!in_place) check_own_block({sendbuf, sendcount, sendtype}, received);
    Collective one(process, members, CollectiveKind::kAllGather, {recvtype, recvtype});
    std::byte* const all = bytes_at(recvbuf);
    if (!in_place)
      process.channel.copy(all + static_cast<std::size_t>(members.rank) * bytes, sendbuf, bytes);
    all_gather(one, all, bytes);
  });
}

int MPI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return call("MPI_Alltoall", comm, [&](Process& process) {
    Communicator& members = communicator(process, comm);
    const Blocks sends = Blocks::equal(members.size(), bytes_of(sendbuf, sendcount, sendtype));
    const Blocks receives = Blocks::equal(members.size(), bytes_of(recvbuf, recvcount, recvtype));
    Collective one(process, members, CollectiveKind::kAllToAll, {sendtype, recvtype});
    all_to_all(one, bytes_at(sendbuf), sends, bytes_at(recvbuf), receives);
  });
}

int MPI_Alltoallv(const void* sendbuf, const int* sendcounts, const int* sdispls,
                  MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, const int* rdispls,
                  MPI_Datatype recvtype, MPI_Comm comm) {
  return call("MPI_Alltoallv", comm, [&](Process& process) {
    Communicator& members = communicator(process, comm);
    const Blocks sends = blocks(sendbuf, sendcounts, sdispls, sendtype, members.size());
    const Blocks receives = blocks(recvbuf, recvcounts, rdispls, recvtype, members.size());
    Collective one(process, members, CollectiveKind::kAllToAllV, {sendtype, recvtype});
    all_to_all(one, bytes_at(sendbuf), sends, bytes_at(recvbuf), receives);
  });
}

// NOLINTEND(readability-identifier-naming)
