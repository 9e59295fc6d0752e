#include "models/gmsnet/gmsnet.h"

#include "models/gmsnet/labels.h"

namespace flybar::gmsnet {

Gmsnet::Gmsnet(const std::string& name, Carrier& carrier, host::PagePool& pool,
               const GmsnetParams& params, Observer& observer)
    : carrier_(carrier),
      cpu_(carrier.cpu()),
      pool_(pool),
      params_(params),
      observer_(observer),
      track_(observer.declare({.name = name + ".host.call", .block = Block::kHost})),
      calls_(params.call_records, params.nonblocking_calls),
      daemon_(cpu_, name + " continuation daemon") {
  carrier_.connect(*this);
  cpu_.add_process(
      name + " server thread", [this](host::Cpu&) { run_server(); }, host::Role::kServer);
}

Message Gmsnet::gmsnet_makebuf(Operation operation) {
  cpu_.spend(params_.make, kMaking);
  Message message;
  message.operation = operation;
  return message;
}

bool Gmsnet::gmsnet_sendto(const Message& message, Node to) {
  return send(message, to, {node(), 0, 0}, false);
}

/// Whoever waits for room looks again after each pause: nothing tells when there is some.
bool Gmsnet::send(const Message& message, Node to, const ReplyToken& token, bool reply) {
  const auto control = encode({message.operation, reply, message.status, token}, message.arguments);
  const bool begins = !reply && token.call != 0 && token.origin == node();
  const Outgoing outgoing{to,      reply,  begins ? token.call : 0, reply ? token.payload : 0,
                          control, message};
  while (!carrier_.send(outgoing)) {
    if (cpu_.in_handler()) return false;
    cpu_.sleep(params_.entry_pause);
  }
  return true;
}

Header Gmsnet::read(Incoming& message, Arguments& arguments) {
  Carrier::Buffer buffer;
  return decode(carrier_.control(message, buffer), arguments);
}

}  // namespace flybar::gmsnet
