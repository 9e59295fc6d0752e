/// The 32 bytes at the head of each of MPI's messages.
#pragma once

#include <cstdint>

#include "models/mpi/mpi.h"
#include "models/pm/pm.h"

namespace flybar::mpi {

enum class Kind : std::uint8_t {
  kEager,            ///< the message itself, data behind the envelope
  kFirstPiece,       ///< a longer one comes in pieces, the first one behind the envelope
  kNextPiece,        ///< the next one of `from`: data behind the envelope
  kBufferedRequest,  ///< a longer one waits to be sent in pieces
  kZeroCopyRequest,  ///< a longer one waits to be written
  kSendPieces,       ///< answers a request: send `length` bytes in pieces
  kAnswer,           ///< answers one: write the next `length` bytes
  kLastAnswer,       ///< the same, and no more will be asked for but `tag` bytes
  kPiece,            ///< data behind the envelope
  kDone,             ///< all that was answered for is written; the last bytes behind the envelope
};

/// What a message of a collective call belongs to, so that unequal calls are noticed.
enum class CollectiveKind : std::uint8_t {
  kNone,
  kBarrier,
  kBroadcast,
  kReduce,
  kAllReduce,
  kGather,
  kScatter,
  kAllGather,
  kAllToAll,
  kAllToAllV,
  kDuplicate,
  kSplit,
  kFinalize,
};

struct Envelope {
  Kind kind = Kind::kEager;
  CollectiveKind collective = CollectiveKind::kNone;
  std::uint16_t root = 0;  ///< of the collective
  // Of a message or a request, `from` of a next piece as well:
  std::int32_t tag = 0;  ///< of a collective, the how many-th of its communicator it is
  std::uint32_t context = 0;
  std::uint32_t from = 0;  ///< the operation of who sends this
  // Of all others:
  std::uint32_t to = 0;  ///< the operation of who receives this
  // Of all:
  std::uint32_t length = 0;  ///< of the message, of what is answered for, or of the piece
  /// A pm_handle to write to, the offset of a piece, or the datatype of a message or a request.
  std::uint64_t place = 0;

  MPI_Datatype type() const { return static_cast<MPI_Datatype>(place); }
};
static_assert(sizeof(Envelope) == 32);

/// The longest data beside an envelope.
constexpr std::uint32_t kPiece = PM_MTU - sizeof(Envelope);

}  // namespace flybar::mpi
