/// Calls: from the request to the reply, or to the end of patience.
#include <utility>

#include "models/gmsnet/gmsnet.h"
#include "models/gmsnet/labels.h"

namespace flybar::gmsnet {
namespace {

/// What a caller hears whose call is over before it was answered.
Reply no_answer(Status status, const Expected& expected, bool have_frame) {
  Reply reply;
  reply.status = status;
  reply.payload = have_frame ? expected.frame : 0;
  reply.frame_lost = !have_frame;
  return reply;
}

}  // namespace

/// Null if all records or all tokens are in use.
CallRecord* Gmsnet::open_call(bool nonblocking, const Expected& expected) {
  cpu_.spend(params_.call, kCalling);
  counters_.reclaimed += carrier_.recover() ? 1 : 0;
  if (nonblocking && calls_.nonblocking_full()) {
    ++counters_.recycled;
    give_up(*calls_.oldest_nonblocking(), Status::kRecycled);
  }
  CallRecord* record = calls_.allocate(nonblocking);
  if (record == nullptr) return nullptr;
  record->begin = cpu_.now();
  tell(CallStep::kBegun, {node(), record->id, 0}, record->begin);
  record->expected = expected;
  if (expected.delivery != Delivery::kSolicited) return record;
  if (const auto token = carrier_.expect(expected.frame, expected.length)) {
    record->token = *token;
    return record;
  }
  calls_.free(*record);
  return nullptr;
}

void Gmsnet::close_call(CallRecord& record) {
  calls_.free(record);
  cpu_.notify(record_freed_);
}

Reply Gmsnet::gmsnet_call(const Message& request, Node to, const Expected& expected) {
  CallRecord* record = open_call(false, expected);
  while (record == nullptr) {
    if (!cpu_.wait_for(record_freed_, params_.timeout)) {
      ++counters_.timeouts;
      return no_answer(Status::kTimedOut, expected, true);
    }
    record = open_call(false, expected);
  }
  ++counters_.calls;
  const ReplyToken token{node(), record->id, record->token};
  send(request, to, token, false);
  tell(CallStep::kSent, token, cpu_.now());
  if (!wait_for_reply(*record)) time_out(*record);
  Reply reply = record->reply;
  close_call(*record);
  return reply;
}

bool Gmsnet::wait_for_reply(CallRecord& record) {
  const Time until = deadline_of(cpu_, params_.timeout);
  while (carrier_.wait(record.replied, left_until(cpu_, until)))
    if (record.done) return true;
  return false;
}

CallId Gmsnet::gmsnet_call_nonblocking(const Message& request, Node to, const Expected& expected,
                                       Continuations continuations) {
  CallRecord* record = open_call(true, expected);
  if (record == nullptr) return 0;
  const CallId id = record->id;
  record->continuations = std::move(continuations);
  ++counters_.calls;
  const ReplyToken token{node(), id, record->token};
  if (send(request, to, token, false)) {
    tell(CallStep::kSent, token, cpu_.now());
    return id;
  }
  take_back_frame(*record);
  close_call(*record);
  return 0;
}

bool Gmsnet::gmsnet_cancel(CallId call) {
  CallRecord* record = calls_.find(call);
  if (record == nullptr || record->done) return false;
  give_up(*record, Status::kCancelled);
  return true;
}

/// False if a message has used the token, and may yet bring the page.
bool Gmsnet::take_back_frame(const CallRecord& record) {
  return record.expected.delivery != Delivery::kSolicited || carrier_.withdraw(record.token);
}

/// Precondition: the call is not answered.
void Gmsnet::end(CallRecord& record, Status status, bool have_frame) {
  if (!have_frame) carrier_.leave_behind(record.token, record.expected.frame);
  record.reply = no_answer(status, record.expected, have_frame);
}

void Gmsnet::give_up(CallRecord& record, Status status) {
  const CallId id = record.id;
  const bool have_frame = take_back_frame(record);
  if (calls_.find(id) == nullptr || record.done) return;  // the reply came meanwhile
  end(record, status, have_frame);
  answered(record);
}

/// A page that is on its way by now is worth a little more patience: its frame depends on it.
void Gmsnet::time_out(CallRecord& record) {
  ++counters_.timeouts;
  bool have_frame = take_back_frame(record);
  if (record.done || (!have_frame && cpu_.wait_for(record.replied, params_.grace))) return;
  if (!have_frame) have_frame = take_back_frame(record);  // the page may have been dropped
  if (record.done) return;
  end(record, Status::kTimedOut, have_frame);
  record.done = true;
  carrier_.call_ends(record.id);
}

}  // namespace flybar::gmsnet
