/// Point-to-point messages: what a process has begun, and how it gets on with it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "models/mpi/process/channel.h"
#include "models/mpi/process/matching.h"
#include "models/mpi/process/outbox.h"
#include "models/mpi/process/zero_copy.h"
#include "models/mpi/types/communicators.h"
#include "models/mpi/types/operation.h"

namespace flybar::mpi {

class Transport {
 public:
  Transport(Channel& channel, const MpiParams& params, Communicators& communicators,
            Statistics& statistics)
      : channel_(channel),
        params_(params),
        communicators_(communicators),
        statistics_(statistics),
        outbox_(channel),
        zero_copy_(channel, outbox_, params, statistics) {}

  Operation& begin(const char* call);
  /// Null if there is no such operation.
  Operation* find(MPI_Request request);
  void release(Operation& operation);
  /// How many have begun and are not released.
  std::size_t in_use() const { return operations_.size() - spare_.size(); }

  /// The operation says what, where and how long.
  void start_send(Operation& send);
  void start_receive(Operation& receive);
  /// A message that this would receive; null if none has arrived.
  const Unexpected* find(const Pattern& pattern) const {
    return matching_.find_unexpected(pattern);
  }
  const std::deque<Unexpected>& unexpected() const { return matching_.unexpected(); }

  /// Goes on until `done` holds; `what` says what for.
  void wait(const std::function<bool()>& done, const std::function<std::string()>& what);
  /// Does what can be done now: one arrival, and whatever has room. Whether there was anything.
  bool progress();
  /// Nothing will happen unless something arrives.
  bool idle() const { return outbox_.empty() && !zero_copy_.writing(); }

 private:
  /// Whether it goes in pieces that wait for no answer.
  bool streams(const Operation& send) const;
  void stream(Operation& send);
  void count(const Operation& send, Path path);
  Envelope envelope_of(const Operation& send, Kind kind) const;
  void send_to_itself(Operation& send);
  void take(Operation& receive, const Envelope& envelope, int node);
  void deliver(Operation& receive, const std::byte* data);
  void arrive(Operation& receive, std::span<const std::byte> data);
  void keep_piece(const Channel::Arrival& arrival);
  void handle_next_piece(const Channel::Arrival& arrival);
  void accept(Operation& receive, const Envelope& request);
  void handle(const Channel::Arrival& arrival);
  void handle_message(const Channel::Arrival& arrival);
  void send_pieces(const Envelope& answer);
  void write(const Envelope& answer);
  void handle_piece(const Channel::Arrival& arrival);

  Channel& channel_;
  const MpiParams& params_;
  Communicators& communicators_;
  Statistics& statistics_;
  Outbox outbox_;
  ZeroCopy zero_copy_;
  Matching matching_;
  std::vector<Operation*> streamed_;  ///< receives whose messages come in pieces, and have begun
  std::deque<Operation> operations_;
  std::vector<std::uint32_t> spare_;
};

}  // namespace flybar::mpi
