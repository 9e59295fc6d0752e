/// Requests: from the receive handler to the server thread, and to their services.
#include "models/gmsnet/gmsnet.h"
#include "models/gmsnet/labels.h"

namespace flybar::gmsnet {

/// The message stays in the ring until it is served. A ring full of waiting requests makes the NIC
/// drop what comes: best effort.
tpz_disposition Gmsnet::receive_request(tpz_rcvmsg* message) {
  if (halted_) return TPZ_KEEP;
  cpu_.spend(params_.queue, kServing);
  requests_.push_back(message);
  cpu_.notify(request_arrived_);
  return TPZ_KEEP;
}

void Gmsnet::run_server() {
  while (true) {
    while (requests_.empty()) cpu_.wait_for(request_arrived_);
    tpz_rcvmsg* message = requests_.front();
    requests_.pop_front();
    if (!halted_) serve(message);
  }
}

void Gmsnet::serve(tpz_rcvmsg* message) {
  ++counters_.requests;
  cpu_.spend(params_.dispatch, kServing);
  Arguments arguments;
  const Header header = read(message, arguments);
  Request request{header.operation,
                  tpz_get_source(message),
                  header.token,
                  arguments,
                  Bytes(tpz_get_payload_len(message)),
                  message};
  if (const Service& service = services_[header.operation]) {
    service(request);
  } else {
    Message refusal = gmsnet_makebuf(header.operation);
    refusal.status = Status::kUnknown;
    gmsnet_reply(request, refusal);
  }
  tpz_release_rcvmsg(message);
}

void Gmsnet::gmsnet_reply(Request& request, const Message& reply) {
  if (request.reply_to.call == 0) return;
  send(reply, request.reply_to.origin, request.reply_to, true);
}

void Gmsnet::gmsnet_delegate(Request& request, const Message& onward, Node to) {
  send(onward, to, request.reply_to, false);
}

}  // namespace flybar::gmsnet
