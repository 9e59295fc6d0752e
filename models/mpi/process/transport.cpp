#include "models/mpi/process/transport.h"

#include <algorithm>
#include <utility>

#include "models/mpi/types/datatype.h"

namespace flybar::mpi {

Operation& Transport::begin(const char* call) {
  if (spare_.empty()) {
    spare_.push_back(static_cast<std::uint32_t>(operations_.size()));
    operations_.emplace_back();
  }
  const std::uint32_t id = spare_.back();
  spare_.pop_back();
  Operation& operation = operations_[id];
  operation = {};
  operation.id = id;
  operation.call = call;
  operation.in_use = true;
  return operation;
}

Operation* Transport::find(MPI_Request request) {
  if (request < 0 || static_cast<std::size_t>(request) >= operations_.size()) return nullptr;
  Operation& found = operations_[static_cast<std::size_t>(request)];
  return found.in_use ? &found : nullptr;
}

void Transport::release(Operation& operation) {
  operation.in_use = false;
  spare_.push_back(operation.id);
}

void Transport::start_send(Operation& send) {
  const int node = send.pattern.node;
  const auto limit = static_cast<std::size_t>(params_.eager_limit.count);
  if (node == channel_.node()) {
    send_to_itself(send);
  } else if (send.bytes <= limit) {
    count(send, Path::kEager);
    outbox_.send(node, envelope_of(send, Kind::kEager), {send.buffer, send.bytes, &send});
  } else if (streams(send)) {
    stream(send);
  } else if (params_.library == Library::kBuffered || !ZeroCopy::fits(send.buffer, send.bytes)) {
    outbox_.send(node, envelope_of(send, Kind::kBufferedRequest));
  } else {
    outbox_.send(node, envelope_of(send, Kind::kZeroCopyRequest));
    zero_copy_.asked(send);
  }
}

bool Transport::streams(const Operation& send) const {
  return params_.library == Library::kBuffered && send.bytes > kPiece &&
         send.bytes <= static_cast<std::size_t>(params_.stream_limit.count);
}

/// The first piece goes with the envelope, the others as there is room for them.
void Transport::stream(Operation& send) {
  count(send, Path::kBuffered);
  send.streamed = true;
  send.moved = kPiece;
  send.part = send.bytes - kPiece;
  outbox_.send(send.pattern.node, envelope_of(send, Kind::kFirstPiece), {send.buffer, kPiece});
  outbox_.stream(send);
}

void Transport::count(const Operation& send, Path path) {
  statistics_.by_path[static_cast<std::size_t>(path)].add(send.bytes);
  statistics_.to[static_cast<std::size_t>(send.pattern.node)].add(send.bytes);
}

Envelope Transport::envelope_of(const Operation& send, Kind kind) const {
  Envelope envelope{.kind = kind,
                    .collective = send.pattern.collective,
                    .root = send.pattern.root,
                    .tag = send.pattern.tag,
                    .context = send.pattern.context,
                    .from = send.id};
  envelope.place = static_cast<std::uint64_t>(send.type);
  envelope.length = static_cast<std::uint32_t>(send.bytes);
  return envelope;
}

/// A short message is kept like one from another process; a longer one waits for its receive.
void Transport::send_to_itself(Operation& send) {
  count(send, Path::kSelf);
  const Envelope envelope = envelope_of(send, Kind::kEager);
  const int node = channel_.node();
  channel_.spend_software("match");
  if (Operation* const receive = matching_.take_posted(envelope, node)) {
    take(*receive, envelope, node);
    deliver(*receive, send.buffer);
    send.done = true;
    return;
  }
  Unexpected message{envelope, node};
  if (send.bytes <= static_cast<std::size_t>(params_.eager_limit.count)) {
    message.data.resize(send.bytes);
    channel_.copy(message.data.data(), send.buffer, send.bytes);
    send.done = true;
  } else {
    message.own = &send;
  }
  matching_.keep(std::move(message));
}

void Transport::start_receive(Operation& receive) {
  auto message = matching_.take_unexpected(receive.pattern);
  if (!message) {
    matching_.post(receive);
    return;
  }
  take(receive, message->envelope, message->node);
  if (message->own) {
    deliver(receive, message->own->buffer);
    message->own->done = true;
  } else if (message->envelope.kind == Kind::kEager) {
    deliver(receive, message->data.data());
  } else if (message->envelope.kind == Kind::kFirstPiece) {
    receive.peer = message->envelope.from;
    arrive(receive, {message->data.data(), message->arrived});
  } else {
    accept(receive, message->envelope);
  }
}

void Transport::take(Operation& receive, const Envelope& envelope, int node) {
  receive.source = node;
  receive.tag = envelope.tag;
  receive.sent = envelope.length;
  receive.sent_type = envelope.type();
  receive.total = std::min<std::size_t>(envelope.length, receive.bytes);
  if (receive.sent > 0 && !agree(receive.sent_type, receive.type)) receive.error = MPI_ERR_TYPE;
  if (receive.sent > receive.bytes) receive.error = MPI_ERR_TRUNCATE;
}

void Transport::deliver(Operation& receive, const std::byte* data) {
  channel_.copy(receive.buffer, data, receive.total);
  receive.done = true;
}

/// The next data of a message in pieces; what does not fit into the receive is dropped.
void Transport::arrive(Operation& receive, std::span<const std::byte> data) {
  if (receive.moved < receive.total)
    channel_.copy(receive.buffer + receive.moved, data.data(),
                  std::min(data.size(), receive.total - receive.moved));
  if (receive.moved == 0) streamed_.push_back(&receive);
  receive.moved += data.size();
  if (receive.moved < receive.sent) return;
  receive.done = true;
  std::erase(streamed_, &receive);
}

void Transport::keep_piece(const Channel::Arrival& arrival) {
  Unexpected& message = *matching_.find_in_pieces(arrival.node, arrival.envelope.from);
  channel_.copy(message.data.data() + message.arrived, arrival.data, arrival.bytes);
  message.arrived += arrival.bytes;
}

void Transport::handle_next_piece(const Channel::Arrival& arrival) {
  const auto receive = std::find_if(streamed_.begin(), streamed_.end(), [&](const Operation* one) {
    return one->source == arrival.node && one->peer == arrival.envelope.from;
  });
  if (receive == streamed_.end())
    keep_piece(arrival);
  else
    arrive(**receive, {arrival.data, arrival.bytes});
}

void Transport::accept(Operation& receive, const Envelope& request) {
  receive.peer = request.from;
  if (request.kind == Kind::kZeroCopyRequest && ZeroCopy::fits(receive.buffer, receive.total)) {
    zero_copy_.matched(receive);
    return;
  }
  Envelope answer{.kind = Kind::kSendPieces};
  answer.from = receive.id;
  answer.to = receive.peer;
  answer.length = static_cast<std::uint32_t>(receive.total);
  outbox_.send(receive.source, answer);
  receive.done = receive.total == 0;
}

void Transport::wait(const std::function<bool()>& done, const std::function<std::string()>& what) {
  while (!done())
    if (!progress() && !done()) channel_.wait(what());
}

bool Transport::progress() {
  const auto arrival = channel_.receive();
  if (arrival) {
    handle(*arrival);
    channel_.release();
  }
  const bool served = zero_copy_.serve();
  const bool sent = outbox_.flush();
  if (arrival || served || sent) return true;
  return channel_.anything_under_way() && !zero_copy_.writing() && channel_.all_stored();
}

void Transport::handle(const Channel::Arrival& arrival) {
  switch (arrival.envelope.kind) {
    case Kind::kEager:
    case Kind::kFirstPiece:
    case Kind::kBufferedRequest:
    case Kind::kZeroCopyRequest:
      handle_message(arrival);
      break;
    case Kind::kSendPieces:
      channel_.spend_software("control message");
      send_pieces(arrival.envelope);
      break;
    case Kind::kAnswer:
    case Kind::kLastAnswer:
      channel_.spend_software("control message");
      write(arrival.envelope);
      break;
    case Kind::kNextPiece:
      handle_next_piece(arrival);
      break;
    case Kind::kPiece:
      handle_piece(arrival);
      break;
    case Kind::kDone:
      channel_.spend_software("control message");
      zero_copy_.written(operations_[arrival.envelope.to], arrival.data);
      break;
  }
}

void Transport::handle_message(const Channel::Arrival& arrival) {
  const Envelope& envelope = arrival.envelope;
  channel_.spend_software("match");
  if (envelope.collective != CollectiveKind::kNone) communicators_.check(envelope, arrival.node);
  if (Operation* const receive = matching_.take_posted(envelope, arrival.node)) {
    take(*receive, envelope, arrival.node);
    if (envelope.kind == Kind::kEager) {
      deliver(*receive, arrival.data);
    } else if (envelope.kind == Kind::kFirstPiece) {
      receive->peer = envelope.from;
      arrive(*receive, {arrival.data, arrival.bytes});
    } else {
      accept(*receive, envelope);
    }
    return;
  }
  ++statistics_.unexpected;
  Unexpected message{envelope, arrival.node};
  message.data.resize(envelope.kind == Kind::kFirstPiece ? envelope.length : arrival.bytes);
  channel_.copy(message.data.data(), arrival.data, arrival.bytes);
  message.arrived = arrival.bytes;
  matching_.keep(std::move(message));
}

void Transport::send_pieces(const Envelope& answer) {
  Operation& send = operations_[answer.to];
  count(send, Path::kBuffered);
  zero_copy_.refused(send);
  send.peer = answer.from;
  send.part = answer.length;
  if (send.part == 0)
    send.done = true;
  else
    outbox_.stream(send);
}

void Transport::write(const Envelope& answer) {
  Operation& send = operations_[answer.to];
  if (send.moved == 0) count(send, Path::kZeroCopy);
  send.peer = answer.from;
  send.part = answer.length;
  send.last = answer.kind == Kind::kLastAnswer;
  send.tail = static_cast<std::size_t>(answer.tag);
  send.remote = answer.place;
  zero_copy_.answered(send);
}

void Transport::handle_piece(const Channel::Arrival& arrival) {
  Operation& receive = operations_[arrival.envelope.to];
  channel_.copy(receive.buffer + arrival.envelope.place, arrival.data, arrival.bytes);
  receive.moved += arrival.bytes;
  receive.done = receive.moved == receive.total;
}

}  // namespace flybar::mpi
