#include "models/gmsnet/gmsnet.h"

#include <span>

#include "models/gmsnet/labels.h"

namespace flybar::gmsnet {

Gmsnet::Gmsnet(const std::string& name, trapeze::Endpoint& endpoint, host::PagePool& pool,
               const GmsnetParams& params, Observer& observer)
    : endpoint_(endpoint),
      cpu_(endpoint.cpu()),
      pool_(pool),
      params_(params),
      observer_(observer),
      track_(observer.declare({.name = name + ".host.call", .unit = ""})),
      calls_(params.call_records, params.nonblocking_calls),
      daemon_(cpu_, name + " continuation daemon") {
  endpoint.tpz_register_handler(layout::kTypeRequest, [this](trapeze::ReceiveMessage& message) {
    return receive_request(message);
  });
  endpoint.tpz_register_handler(layout::kTypeReply, [this](trapeze::ReceiveMessage& message) {
    return receive_reply(message);
  });
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

/// Whoever waits for an entry looks again after each pause: its NIC raises no interrupt for it.
trapeze::SendMessage* Gmsnet::send_entry() {
  trapeze::SendMessage* entry = endpoint_.tpz_get_sendmsg();
  while (!entry && !cpu_.in_interrupt()) {
    cpu_.sleep(params_.entry_pause);
    entry = endpoint_.tpz_get_sendmsg();
  }
  return entry;
}

bool Gmsnet::send(const Message& message, Node to, const ReplyToken& token, bool reply) {
  trapeze::SendMessage* entry = send_entry();
  if (!entry) return false;
  entry->destination = to;
  entry->type = reply ? layout::kTypeReply : layout::kTypeRequest;
  entry->token = reply ? token.payload : 0;
  const Header header{message.operation, reply, message.status, token};
  endpoint_.tpz_write_control(*entry, Bytes(), encode(header, message.arguments));
  if (message.payload_length != Bytes()) {
    endpoint_.tpz_attach_sendmsg(*entry, message.payload, message.completion,
                                 message.completion_arg);
    endpoint_.tpz_set_payload_len(*entry, message.payload_length);
  }
  endpoint_.tpz_release_sendmsg(*entry);
  return true;
}

Header Gmsnet::read(trapeze::ReceiveMessage& message, Arguments& arguments) {
  std::array<std::uint8_t, trapeze::layout::kMaxControl> bytes;
  const auto control =
      std::span(bytes).first(static_cast<std::size_t>(message.control_length.count));
  endpoint_.tpz_read_control(message, Bytes(), control);
  return decode(control, arguments);
}

/// The ring needs a frame for the next payload; without one the NIC discards it.
host::Physical Gmsnet::take_frame(trapeze::ReceiveMessage& message) {
  const auto fresh = pool_.try_allocate();
  if (!fresh) return 0;
  const host::Physical frame = endpoint_.tpz_detach_rcvmsg(message);
  endpoint_.tpz_attach_rcvmsg(message, *fresh);
  return frame;
}

}  // namespace flybar::gmsnet
