#include "models/mpi/types/communicators.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/common/error.h"

namespace flybar::mpi {
namespace {

struct Known {
  const char* name;
  bool has_root;
};

Known known(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::kNone:
      return {"a message", false};
    case CollectiveKind::kBarrier:
      return {"MPI_Barrier", false};
    case CollectiveKind::kBroadcast:
      return {"MPI_Bcast", true};
    case CollectiveKind::kReduce:
      return {"MPI_Reduce", true};
    case CollectiveKind::kAllReduce:
      return {"MPI_Allreduce", false};
    case CollectiveKind::kGather:
      return {"MPI_Gather", true};
    case CollectiveKind::kScatter:
      return {"MPI_Scatter", true};
    case CollectiveKind::kAllGather:
      return {"MPI_Allgather", false};
    case CollectiveKind::kAllToAll:
      return {"MPI_Alltoall", false};
    case CollectiveKind::kAllToAllV:
      return {"MPI_Alltoallv", false};
    case CollectiveKind::kDuplicate:
      return {"MPI_Comm_dup", false};
    case CollectiveKind::kSplit:
      return {"MPI_Comm_split", false};
    case CollectiveKind::kFinalize:
      return {"MPI_Finalize", false};
  }
  return {"nothing", false};
}

}  // namespace

const char* name_of(CollectiveKind kind) {
  return known(kind).name;
}

std::string Communicator::Call::text() const {
  const Known what = known(kind);
  return what.has_root ? std::string(what.name) + " with root " + std::to_string(root) : what.name;
}

int Communicator::rank_of(int of_node) const {
  const auto found = std::find(nodes.begin(), nodes.end(), of_node);
  return found == nodes.end() ? MPI_UNDEFINED : static_cast<int>(found - nodes.begin());
}

Communicators::Communicators(int size, int node) : node_(node) {
  std::vector<int> everybody(static_cast<std::size_t>(size));
  std::iota(everybody.begin(), everybody.end(), 0);
  add(0, std::move(everybody), node);
  add(2, {node}, node);
}

Communicator* Communicators::find(MPI_Comm handle) {
  if (handle < 0 || static_cast<std::size_t>(handle) >= all_.size()) return nullptr;
  Communicator& found = all_[static_cast<std::size_t>(handle)];
  return found.freed ? nullptr : &found;
}

Communicator& Communicators::add(std::uint32_t context, std::vector<int> nodes, int node) {
  Communicator made;
  made.handle = static_cast<MPI_Comm>(all_.size());
  made.context = context;
  made.nodes = std::move(nodes);
  made.rank = made.rank_of(node);
  next_context_ = std::max(next_context_, context + 2);
  return all_.emplace_back(std::move(made));
}

void Communicators::check(const Envelope& envelope, int node) const {
  for (const Communicator& one : all_) {
    if (one.context + 1 != envelope.context || one.freed) continue;
    const auto number = static_cast<std::size_t>(envelope.tag);
    if (number >= one.calls.size()) return;
    const Communicator::Call& own = one.calls[number];
    const Communicator::Call other{envelope.collective, envelope.root};
    if (own == other) return;
    throw SimulationError("MPI rank " + std::to_string(node_),
                          "collective call " + std::to_string(number + 1) + " of communicator " +
                              std::to_string(one.handle) + " is " + own.text() + " here and " +
                              other.text() + " at rank " + std::to_string(one.rank_of(node)),
                          "the same collective calls in the same order at all its processes",
                          "look for a collective call that only some processes make");
  }
}

std::string Communicators::difference(const Communicators& other) const {
  for (const Communicator& one : all_) {
    for (const Communicator& two : other.all_) {
      if (one.context != two.context || one.nodes != two.nodes) continue;
      const std::size_t calls = std::min(one.calls.size(), two.calls.size());
      for (std::size_t i = 0; i < calls; ++i)
        if (one.calls[i] != two.calls[i])
          return "collective call " + std::to_string(i + 1) + " of communicator " +
                 std::to_string(one.handle) + " is " + one.calls[i].text() + " at rank " +
                 std::to_string(one.rank) + " and " + two.calls[i].text() + " at rank " +
                 std::to_string(two.rank);
    }
  }
  return "";
}

}  // namespace flybar::mpi
