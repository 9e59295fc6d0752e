#include "models/mpi/process/outbox.h"

#include <algorithm>

namespace flybar::mpi {

void Outbox::send(int node, const Envelope& envelope, const Load& load) {
  const Item item{node, envelope, load};
  if (!waiting_.empty() || !try_send(item)) waiting_.push_back(item);
}

bool Outbox::flush() {
  bool any = false;
  while (!waiting_.empty() && try_send(waiting_.front())) {
    waiting_.pop_front();
    any = true;
  }
  if (!waiting_.empty() || streams_.empty()) return any;
  Operation& send = *streams_.front();
  if (!send_piece(send)) return any;
  if (send.part == 0) {
    streams_.pop_front();
    send.done = true;
  }
  return true;
}

bool Outbox::try_send(const Item& item) {
  if (!channel_.send(item.node, item.envelope, item.load.data, item.load.bytes)) return false;
  if (item.load.ends) item.load.ends->done = true;
  return true;
}

bool Outbox::send_piece(Operation& send) {
  const std::size_t bytes = std::min<std::size_t>(send.part, kPiece);
  Envelope envelope{.kind = send.streamed ? Kind::kNextPiece : Kind::kPiece};
  envelope.from = send.id;
  envelope.to = send.peer;
  envelope.length = static_cast<std::uint32_t>(bytes);
  envelope.place = send.moved;
  if (!channel_.send(send.pattern.node, envelope, send.buffer + send.moved, bytes)) return false;
  send.moved += bytes;
  send.part -= bytes;
  return true;
}

}  // namespace flybar::mpi
