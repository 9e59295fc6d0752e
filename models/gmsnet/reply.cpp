/// Replies, in the receive interrupt handler.
#include <algorithm>

#include "models/gmsnet/gmsnet.h"
#include "models/gmsnet/labels.h"

namespace flybar::gmsnet {

Gmsnet::Disposition Gmsnet::receive_reply(trapeze::ReceiveMessage& message) {
  if (halted_) return Disposition::kKeep;
  cpu_.spend(params_.reply, kReplying);
  Arguments arguments;
  const Header header = read(message, arguments);
  CallRecord* record = calls_.find(header.token.call);
  if (record == nullptr || record->done) {
    receive_late(message);
    return Disposition::kRelease;
  }
  ++counters_.replies;
  record->reply.status = header.status;
  record->reply.source = message.source;
  record->reply.arguments = arguments;
  fill_payload(*record, message);
  answered(*record);
  return Disposition::kRelease;
}

/// Its call was given up. A frame that the NIC put a page into all the same is nobody's.
void Gmsnet::receive_late(trapeze::ReceiveMessage& message) {
  ++counters_.late_replies;
  if (message.returned) unstrand(message.token);
}

void Gmsnet::fill_payload(CallRecord& record, trapeze::ReceiveMessage& message) {
  Reply& reply = record.reply;
  switch (record.expected.delivery) {
    case Delivery::kNone:
      return;
    case Delivery::kSolicited:
      reply.payload = record.expected.frame;
      reply.payload_length = message.ipt ? message.payload_length : Bytes();
      if (message.ipt_rejected) reply.status = Status::kRejected;
      if (message.returned || take_back_frame(record)) return;
      reply.frame_lost = true;
      strand(record);
      return;
    case Delivery::kUnsolicited:
      if (message.payload_length == Bytes()) return;
      reply.payload = take_frame(message);
      if (reply.payload == 0) reply.status = Status::kRejected;
      if (reply.payload != 0) reply.payload_length = message.payload_length;
      return;
    case Delivery::kCopy:
      reply.payload = record.expected.frame;
      reply.payload_length = std::min(message.payload_length, record.expected.length);
      cpu_.copy(reply.payload, message.payload, reply.payload_length, kCopying);
  }
}

void Gmsnet::answered(CallRecord& record) {
  record.done = true;
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
