/// The calls that make, free and describe communicators.
#include <algorithm>
#include <vector>

#include "models/mpi/api/call.h"
#include "models/mpi/collective/algorithms.h"

using namespace flybar::mpi;

namespace {

/// What the members tell each other before they make one.
struct Member {
  int color;
  int key;
  int next_context;
};

std::vector<Member> exchange_members(Collective& call, const Member& own) {
  const auto size = static_cast<std::size_t>(call.size());
  const Scratch all(call.process().memory, size * sizeof own);
  auto* const members = reinterpret_cast<Member*>(all.data());
  members[call.rank()] = own;
  all_gather(call, all.data(), sizeof own);
  return {members, members + size};
}

/// A context that none of them has used.
std::uint32_t free_context(const std::vector<Member>& members) {
  int context = 0;
  for (const Member& member : members) context = std::max(context, member.next_context);
  return static_cast<std::uint32_t>(context);
}

int own_next_context(Process& process) {
  return static_cast<int>(process.communicators.next_context());
}

/// The nodes with this color, by key, then by rank.
std::vector<int> nodes_of(const std::vector<Member>& members, const Communicator& parent,
                          int color) {
  std::vector<int> ranks;
  for (int rank = 0; rank < parent.size(); ++rank)
    if (members[static_cast<std::size_t>(rank)].color == color) ranks.push_back(rank);
  std::stable_sort(ranks.begin(), ranks.end(), [&](int a, int b) {
    return members[static_cast<std::size_t>(a)].key < members[static_cast<std::size_t>(b)].key;
  });
  for (int& rank : ranks) rank = parent.node(rank);
  return ranks;
}

MPI_Comm make(Process& process, const Communicator& parent, std::uint32_t context,
              std::vector<int> nodes) {
  const bool returns_errors = parent.returns_errors;
  Communicator& made = process.communicators.add(context, std::move(nodes), process.channel.node());
  made.returns_errors = returns_errors;
  return made.handle;
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): names of the standard

int MPI_Comm_rank(MPI_Comm comm, int* rank) {
  return query("MPI_Comm_rank", comm,
               [&](Process& process) { *rank = communicator(process, comm).rank; });
}

int MPI_Comm_size(MPI_Comm comm, int* size) {
  return query("MPI_Comm_size", comm,
               [&](Process& process) { *size = communicator(process, comm).size(); });
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  return call("MPI_Comm_dup", comm, [&](Process& process) {
    Communicator& parent = communicator(process, comm);
    Collective one(process, parent, CollectiveKind::kDuplicate);
    const auto members = exchange_members(one, {0, 0, own_next_context(process)});
    *newcomm = make(process, parent, free_context(members), parent.nodes);
  });
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
  return call("MPI_Comm_split", comm, [&](Process& process) {
    Communicator& parent = communicator(process, comm);
    if (color < 0 && color != MPI_UNDEFINED)
      throw Refusal{MPI_ERR_ARG, "color " + std::to_string(color), "0 or more, or MPI_UNDEFINED",
                    "choose another color"};
    Collective one(process, parent, CollectiveKind::kSplit);
    const auto members = exchange_members(one, {color, key, own_next_context(process)});
    *newcomm = color == MPI_UNDEFINED
                   ? MPI_COMM_NULL
                   : make(process, parent, free_context(members), nodes_of(members, parent, color));
  });
}

int MPI_Comm_free(MPI_Comm* comm) {
  return call("MPI_Comm_free", *comm, [&](Process& process) {
    Communicator& own = communicator(process, *comm);
    if (*comm == MPI_COMM_WORLD || *comm == MPI_COMM_SELF)
      throw Refusal{MPI_ERR_COMM, "MPI_COMM_WORLD or MPI_COMM_SELF",
                    "communicators that the program made", "do not free it"};
    own.freed = true;
    *comm = MPI_COMM_NULL;
  });
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler) {
  return query("MPI_Comm_set_errhandler", comm, [&](Process& process) {
    communicator(process, comm).returns_errors = handler == MPI_ERRORS_RETURN;
  });
}

int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler) {
  return MPI_Comm_set_errhandler(comm, handler);
}

// NOLINTEND(readability-identifier-naming)
