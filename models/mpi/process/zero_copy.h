/// Messages that are written from one process's memory into the other's.
///
/// The receiver pins a part of its buffer and answers with its handle; the sender pins as much of
/// its own, writes it, and says "done" once the write is stored. Sends and receives pin within
/// limits of their own, and wait in line for them, so that one of each can always go on: a send
/// that has been answered ends without anybody's help, and a send that pinned its buffer before it
/// was answered gives it back to one that was.
///
/// PM writes whole words, from and to addresses that are multiples of 4. What is behind the last
/// word goes along with "done".
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "models/mpi/mpi_params.h"
#include "models/mpi/process/channel.h"
#include "models/mpi/process/outbox.h"
#include "models/mpi/types/operation.h"

namespace flybar::mpi {

class ZeroCopy {
 public:
  static constexpr std::size_t kWord = 4;
  /// Whether PM can write from or to there.
  static bool fits(const std::byte* buffer, std::size_t bytes) {
    return bytes >= kWord && reinterpret_cast<std::uintptr_t>(buffer) % kWord == 0;
  }

  ZeroCopy(Channel& channel, Outbox& outbox, const MpiParams& params, Statistics& statistics)
      : channel_(channel),
        outbox_(outbox),
        statistics_(statistics),
        sends_{.limit = params.send_pages},
        receives_{.limit = params.receive_pages} {}

  /// The request has left: pins the beginning of the buffer, if that is possible now.
  void asked(Operation& send);
  /// The receiver wants none of it.
  void refused(Operation& send);
  /// The receiver's answer is in the operation.
  void answered(Operation& send);
  /// A receive is matched; its first part is answered for when there is room.
  void matched(Operation& receive);
  /// All that was answered for is there, and the last bytes of all at `tail`.
  void written(Operation& receive, const std::byte* tail);

  /// Does what waited and is possible. Whether there was anything.
  bool serve();
  bool writing() const { return !queued_.empty() || !writing_.empty(); }

 private:
  struct Pins {
    std::int64_t limit;
    std::int64_t used = 0;
    std::deque<Operation*> waiting = {};
  };
  bool lock(Pins& pins, Operation& operation, std::size_t wanted);
  void count(Operation& operation, bool hit);
  void unlock(Pins& pins, Operation& operation);
  bool answer(Operation& receive);
  bool prepare(Operation& send);
  bool give_way();
  bool write(Operation& send);
  void complete_writes();
  void stored(Operation& send);

  Channel& channel_;
  Outbox& outbox_;
  Statistics& statistics_;
  Pins sends_;
  Pins receives_;
  std::vector<Operation*> early_;  ///< pinned, not answered yet
  std::deque<Operation*> queued_;  ///< pinned, for room in PM's queue
  std::vector<Operation*> writing_;
  bool table_full_ = false;  ///< until something is unlocked
};

}  // namespace flybar::mpi
