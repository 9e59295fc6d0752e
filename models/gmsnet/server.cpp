/// Requests: from the handler in which they arrive to the server thread, and to their services.
#include "models/gmsnet/gmsnet.h"
#include "models/gmsnet/labels.h"

namespace flybar::gmsnet {

/// The message stays with the carrier until it is served. When that has no room for more, it drops
/// what comes: best effort.
Carrier::Disposition Gmsnet::request_arrived(Incoming& message) {
  if (halted_) return Carrier::Disposition::kKeep;
  cpu_.spend(params_.queue, kServing);
  requests_.push_back(&message);
  cpu_.notify(request_arrived_);
  return Carrier::Disposition::kKeep;
}

void Gmsnet::run_server() {
  while (true) {
    while (requests_.empty()) carrier_.wait(request_arrived_, Time::never());
    Incoming& message = *requests_.front();
    requests_.pop_front();
    if (!halted_) serve(message);
  }
}

void Gmsnet::serve(Incoming& message) {
  ++counters_.requests;
  const Time begin = cpu_.now();
  cpu_.spend(params_.dispatch, kServing);
  Arguments arguments;
  const Header header = read(message, arguments);
  tell(CallStep::kServed, header.token, begin);
  Request request{header.operation, message.source,         header.token,
                  arguments,        message.payload_length, &message};
  if (const Service& service = services_[header.operation]) {
    service(request);
  } else {
    ++counters_.unserved;
    Message refusal = gmsnet_makebuf(header.operation);
    refusal.status = Status::kUnknown;
    gmsnet_reply(request, refusal);
  }
  carrier_.release(message);
}

void Gmsnet::gmsnet_reply(Request& request, const Message& reply) {
  if (request.reply_to.call == 0) return;
  send(reply, request.reply_to.origin, request.reply_to, true);
  tell(CallStep::kAnswered, request.reply_to, cpu_.now());
}

void Gmsnet::gmsnet_delegate(Request& request, const Message& onward, Node to) {
  send(onward, to, request.reply_to, false);
}

}  // namespace flybar::gmsnet
