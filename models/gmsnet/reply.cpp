/// Replies, in the handler in which they arrive.
#include <algorithm>

#include "models/gmsnet/gmsnet.h"
#include "models/gmsnet/labels.h"

namespace flybar::gmsnet {

Carrier::Disposition Gmsnet::reply_arrived(Incoming& message) {
  if (halted_) return Carrier::Disposition::kKeep;
  const Time arrival = cpu_.now();
  cpu_.spend(params_.reply, kReplying);
  Arguments arguments;
  const Header header = read(message, arguments);
  tell(CallStep::kReplied, header.token, arrival);
  const CallRecord* record = waiting(header.token.call);
  if (record == nullptr || may_handle(*record)) {
    handle_reply(message, header, arguments);
    return Carrier::Disposition::kRelease;
  }
  ++counters_.deferred;
  daemon_.defer([this, &message, header, arguments] {
    handle_reply(message, header, arguments);
    carrier_.release(message);
  });
  return Carrier::Disposition::kKeep;
}

/// Null if that call is over.
CallRecord* Gmsnet::waiting(CallId call) {
  CallRecord* record = calls_.find(call);
  return record == nullptr || record->done ? nullptr : record;
}

bool Gmsnet::may_handle(const CallRecord& record) {
  if (!record.expected.may_handle) return true;
  cpu_.spend(params_.continuation, kReplying);
  return record.expected.may_handle();
}

/// A daemon that handles it finds the call over if it was given up meanwhile.
void Gmsnet::handle_reply(Incoming& message, const Header& header, const Arguments& arguments) {
  CallRecord* record = waiting(header.token.call);
  if (record == nullptr) {
    ++counters_.late_replies;
    return carrier_.drop(message);
  }
  ++counters_.replies;
  record->reply.status = header.status;
  record->reply.source = message.source;
  record->reply.arguments = arguments;
  fill_payload(*record, message);
  answered(*record);
}

void Gmsnet::fill_payload(CallRecord& record, Incoming& message) {
  const Bytes length = message.payload_length;
  Reply& reply = record.reply;
  switch (record.expected.delivery) {
    case Delivery::kNone:
      return;
    case Delivery::kSolicited:
      return carrier_.deliver(message, record.expected, record.token, reply);
    case Delivery::kUnsolicited:
      if (length == Bytes()) return;
      reply.payload = carrier_.take_frame(message);
      if (reply.payload == 0) reply.status = Status::kRejected;
      if (reply.payload != 0) reply.payload_length = length;
      return;
    case Delivery::kCopy:
      reply.payload = record.expected.frame;
      reply.payload_length = std::min(length, record.expected.length);
      if (length == Bytes()) return;
      cpu_.spend(params_.copy_start, kCopying);
      carrier_.copy(message, reply.payload, reply.payload_length);
  }
}

void Gmsnet::answered(CallRecord& record) {
  record.done = true;
  carrier_.call_ends(record.id);
  tell(CallStep::kEnded, {node(), record.id, record.token}, cpu_.now());
  observer_.on(
      Activity{track_, record.begin, cpu_.now(), "call", 0, record.reply.payload_length.count});
  if (!record.nonblocking) return cpu_.notify(record.replied);
  calls_.no_longer_waits(record);
  run_continuations(record);
}

/// In a handler what cannot run now is left to the daemon, with all that comes after it.
void Gmsnet::run_continuations(CallRecord& record) {
  while (!record.continuations.empty()) {
    cpu_.spend(params_.continuation, kReplying);
    if (!record.continuations.back()(record.reply)) {
      ++counters_.deferred;
      return daemon_.defer([this, &record] { run_continuations(record); });
    }
    record.continuations.pop_back();
  }
  close_call(record);
}

}  // namespace flybar::gmsnet
