/// Replies, in the receive interrupt handler.
#include <algorithm>

#include "models/gmsnet/gmsnet.h"
#include "models/gmsnet/labels.h"

namespace flybar::gmsnet {

tpz_disposition Gmsnet::receive_reply(tpz_rcvmsg* message) {
  if (halted_) return TPZ_KEEP;
  cpu_.spend(params_.reply, kReplying);
  Arguments arguments;
  const Header header = read(message, arguments);
  const CallRecord* record = waiting(header.token.call);
  if (record == nullptr || may_handle(*record)) {
    handle_reply(message, header, arguments);
    return TPZ_RELEASE;
  }
  ++counters_.deferred;
  daemon_.defer([this, message, header, arguments] {
    handle_reply(message, header, arguments);
    tpz_release_rcvmsg(message);
  });
  return TPZ_KEEP;
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
void Gmsnet::handle_reply(tpz_rcvmsg* message, const Header& header, const Arguments& arguments) {
  CallRecord* record = waiting(header.token.call);
  if (record == nullptr) return receive_late(message);
  ++counters_.replies;
  record->reply.status = header.status;
  record->reply.source = tpz_get_source(message);
  record->reply.arguments = arguments;
  fill_payload(*record, message);
  answered(*record);
}

/// Its call was given up. A frame that the NIC put a page into all the same is nobody's.
void Gmsnet::receive_late(const tpz_rcvmsg* message) {
  ++counters_.late_replies;
  if (tpz_ipt_returned(message)) unstrand(tpz_get_token(message));
}

void Gmsnet::fill_payload(CallRecord& record, tpz_rcvmsg* message) {
  const Bytes length(tpz_get_payload_len(message));
  Reply& reply = record.reply;
  switch (record.expected.delivery) {
    case Delivery::kNone:
      return;
    case Delivery::kSolicited:
      reply.payload = record.expected.frame;
      reply.payload_length = tpz_ipt_accepted(message) ? length : Bytes();
      if (tpz_ipt_rejected(message)) reply.status = Status::kRejected;
      if (tpz_ipt_returned(message) || take_back_frame(record)) return;
      reply.frame_lost = true;
      strand(record);
      return;
    case Delivery::kUnsolicited:
      if (length == Bytes()) return;
      reply.payload = take_frame(message);
      if (reply.payload == 0) reply.status = Status::kRejected;
      if (reply.payload != 0) reply.payload_length = length;
      return;
    case Delivery::kCopy:
      reply.payload = record.expected.frame;
      reply.payload_length = std::min(length, record.expected.length);
      if (length == Bytes()) return;
      cpu_.spend(params_.copy_start, kCopying);
      cpu_.copy(reply.payload, tpz_get_payload(message), reply.payload_length, kCopying);
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
