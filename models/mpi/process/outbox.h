/// What waits for room in PM's send buffer, in order.
#pragma once

#include <deque>

#include "models/mpi/process/channel.h"
#include "models/mpi/types/operation.h"

namespace flybar::mpi {

class Outbox {
 public:
  explicit Outbox(Channel& channel) : channel_(channel) {}

  /// What goes along with an envelope, and the operation that is done when it has been sent.
  struct Load {
    const std::byte* data = nullptr;
    std::size_t bytes = 0;
    Operation* ends = nullptr;
  };
  /// Sends an envelope, at once if there is room.
  void send(int node, const Envelope& envelope, const Load& load);
  void send(int node, const Envelope& envelope) { send(node, envelope, Load()); }
  /// Sends the next `part` bytes of this operation in pieces, after all envelopes.
  void stream(Operation& send) { streams_.push_back(&send); }

  /// Sends what there is room for; of streams one piece, so that arrivals are served between
  /// pieces. Whether it sent anything.
  bool flush();
  bool empty() const { return waiting_.empty() && streams_.empty(); }

 private:
  struct Item {
    int node;
    Envelope envelope;
    Load load;
  };
  bool try_send(const Item& item);
  bool send_piece(Operation& send);

  Channel& channel_;
  std::deque<Item> waiting_;
  std::deque<Operation*> streams_;
};

}  // namespace flybar::mpi
