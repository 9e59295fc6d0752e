/// What MPI costs its host's CPU, its limits, and which way it goes where there are several.
#pragma once

#include <cstdint>
#include <string>

#include "models/common/parameters.h"
#include "models/common/units.h"

namespace flybar {
class LayerParams;
}

namespace flybar::mpi {

/// How messages beyond the eager limit travel.
enum class Library : std::uint8_t {
  kBuffered,  ///< in pieces, copied at both ends
  kZeroCopy,  ///< as remote writes into pinned memory
};
/// In which order a process turns to the others.
enum class AllToAll : std::uint8_t {
  kRankOrder,  ///< from rank 0, all at once
  kRotated,    ///< from its own rank, all at once
  kPairwise,   ///< from its own rank, one after the other
};
enum class AllReduce : std::uint8_t { kReduceBroadcast, kRecursiveDoubling };
enum class Barrier : std::uint8_t { kTree, kDissemination };
enum class Broadcast : std::uint8_t { kBinomial, kLinear };

/// CPU time on top of PM's calls. Sources: mpi_params.cpp.
struct MpiParams {
  static constexpr const char* kLayer = "mpi";
  Library library = Library::kZeroCopy;  ///< no parameter: who runs a program chooses it
  Bytes eager_limit = Bytes(8192);
  Bytes stream_limit = Bytes(128'000);
  Time software = Time::us(2);         ///< of each call, match and control message
  Time clock = Time::us(1);            ///< of MPI_Wtime
  Time reduce_element = Time::ns(30);  ///< of combining two elements
  /// How long a program may call without a message or computing anywhere.
  Time patience = Time::ms(1000);
  std::int64_t send_pages = 512;     ///< that sends pin at a time
  std::int64_t receive_pages = 512;  ///< that receives pin at a time
  AllToAll alltoall = AllToAll::kRankOrder;
  AllReduce allreduce = AllReduce::kReduceBroadcast;
  Barrier barrier = Barrier::kTree;
  Broadcast broadcast = Broadcast::kBinomial;
};

/// Adds every parameter under `prefix` ("mpi.").
void describe(Parameters& parameters, MpiParams& params, const std::string& prefix);

/// Adds MpiParams to those of a node. `table` says how many pages a process can have pinned: sends
/// and receives may have half of them each, unless they are set, and all of them together.
void add_layer(LayerParams& node, std::int64_t (*table)(const LayerParams& node));

}  // namespace flybar::mpi
