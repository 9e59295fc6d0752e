#include "models/mpi/process/zero_copy.h"

#include <algorithm>
#include <utility>

#include "models/common/error.h"

namespace flybar::mpi {
namespace {

constexpr std::uintptr_t kPage = 4096;

std::uintptr_t offset(const std::byte* address) {
  return reinterpret_cast<std::uintptr_t>(address) % kPage;
}
std::int64_t pages(const std::byte* address, std::size_t bytes) {
  return static_cast<std::int64_t>((offset(address) + bytes + kPage - 1) / kPage);
}
/// Bytes from `address` to the end of its n-th page.
std::size_t bytes_of(const std::byte* address, std::int64_t n) {
  return static_cast<std::size_t>(n) * kPage - offset(address);
}

}  // namespace

void ZeroCopy::asked(Operation& send) {
  if (!sends_.waiting.empty() || !lock(sends_, send, send.bytes / kWord * kWord)) return;
  early_.push_back(&send);
}

void ZeroCopy::refused(Operation& send) {
  std::erase(early_, &send);
  if (send.locked > 0) unlock(sends_, send);
}

void ZeroCopy::answered(Operation& send) {
  std::erase(early_, &send);
  sends_.waiting.push_back(&send);
  serve();
}

void ZeroCopy::matched(Operation& receive) {
  receives_.waiting.push_back(&receive);
  serve();
}

void ZeroCopy::written(Operation& receive, const std::byte* tail) {
  unlock(receives_, receive);
  receive.moved += receive.part;
  if (receive.last) {
    channel_.copy(receive.buffer + receive.moved, tail, receive.tail);
    receive.done = true;
  } else {
    receives_.waiting.push_back(&receive);
  }
  serve();
}

bool ZeroCopy::serve() {
  bool any = false;
  const bool was_full = table_full_;
  if (!writing_.empty() && channel_.all_stored()) {
    complete_writes();
    any = true;
  }
  while (!receives_.waiting.empty() && answer(*receives_.waiting.front())) {
    receives_.waiting.pop_front();
    any = true;
  }
  while (!sends_.waiting.empty() && prepare(*sends_.waiting.front())) {
    queued_.push_back(sends_.waiting.front());
    sends_.waiting.pop_front();
    any = true;
  }
  while (!queued_.empty() && write(*queued_.front())) {
    writing_.push_back(queued_.front());
    queued_.pop_front();
    any = true;
  }
  // Finding the table full may have taken time, in which something arrived.
  return any || (table_full_ && !was_full);
}

/// Locks as much as the limit allows, or, where the table is in pieces, as fits into one.
bool ZeroCopy::lock(Pins& pins, Operation& operation, std::size_t wanted) {
  const std::byte* const from = operation.buffer + operation.moved;
  std::size_t bytes = std::min(wanted, bytes_of(from, pins.limit));
  if (table_full_ || pins.used + pages(from, bytes) > pins.limit) return false;
  Channel::Locked found;
  while ((found = channel_.lock(from, bytes, &operation.local)) == Channel::Locked::kNoRoom) {
    const std::int64_t fewer = pages(from, bytes) / 2;
    if (fewer > 0) {
      bytes = bytes_of(from, fewer);
      continue;
    }
    if (sends_.used + receives_.used == 0)
      throw SimulationError(channel_.place(), "PM cannot pin a single page",
                            "a pin table with room for a page of each channel",
                            "raise the size of PM's table");
    table_full_ = true;
    return false;
  }
  operation.locked = bytes;
  pins.used += pages(from, bytes);
  count(operation, found == Channel::Locked::kHit);
  return true;
}

void ZeroCopy::count(Operation& operation, bool hit) {
  if (operation.moved >= operation.counted) ++(hit ? statistics_.hits : statistics_.misses);
  operation.counted = std::max(operation.counted, operation.moved + operation.locked);
}

void ZeroCopy::unlock(Pins& pins, Operation& operation) {
  const std::byte* const from = operation.buffer + operation.moved;
  channel_.unlock(from, operation.locked);
  pins.used -= pages(from, operation.locked);
  operation.locked = 0;
  table_full_ = false;
}

bool ZeroCopy::answer(Operation& receive) {
  const std::size_t words = receive.total / kWord * kWord;
  if (!lock(receives_, receive, words - receive.moved)) return false;
  receive.part = receive.locked;
  receive.last = receive.moved + receive.part == words;
  receive.tail = receive.total - words;
  ++statistics_.parts;
  Envelope envelope{.kind = receive.last ? Kind::kLastAnswer : Kind::kAnswer};
  envelope.tag = static_cast<std::int32_t>(receive.tail);
  envelope.from = receive.id;
  envelope.to = receive.peer;
  envelope.length = static_cast<std::uint32_t>(receive.part);
  envelope.place = receive.local;
  outbox_.send(receive.source, envelope);
  return true;
}

bool ZeroCopy::prepare(Operation& send) {
  if (send.locked == 0) {
    const std::size_t most = bytes_of(send.buffer + send.moved, sends_.limit);
    const std::size_t wanted = std::min(send.part, most);
    while (!lock(sends_, send, wanted))
      if (!give_way()) return false;
  }
  send.piece = std::min(send.part, send.locked);
  return true;
}

/// The last of those that have pinned too early gives its pages back.
bool ZeroCopy::give_way() {
  if (early_.empty()) return false;
  unlock(sends_, *early_.back());
  early_.pop_back();
  ++statistics_.revoked;
  return true;
}

bool ZeroCopy::write(Operation& send) {
  return channel_.write(send.pattern.node, send.remote, send.local, send.piece);
}

void ZeroCopy::complete_writes() {
  for (Operation* send : std::exchange(writing_, {})) stored(*send);
}

void ZeroCopy::stored(Operation& send) {
  unlock(sends_, send);
  send.moved += send.piece;
  send.part -= send.piece;
  send.remote += send.piece;
  if (send.part > 0) {
    sends_.waiting.push_back(&send);
    return;
  }
  Envelope envelope{.kind = Kind::kDone};
  envelope.to = send.peer;
  if (send.last)
    outbox_.send(send.pattern.node, envelope, {send.buffer + send.moved, send.tail, &send});
  else
    outbox_.send(send.pattern.node, envelope);
}

}  // namespace flybar::mpi
