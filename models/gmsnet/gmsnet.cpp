#include "models/gmsnet/gmsnet.h"

#include <span>

#include "models/gmsnet/labels.h"
#include "models/trapeze/endpoint.h"

namespace flybar::gmsnet {

Gmsnet::Gmsnet(const std::string& name, trapeze::Endpoint& endpoint, host::PagePool& pool,
               const GmsnetParams& params, Observer& observer)
    : nic_(&endpoint),
      cpu_(endpoint.cpu()),
      pool_(pool),
      params_(params),
      observer_(observer),
      track_(observer.declare({.name = name + ".host.call", .block = Block::kHost})),
      calls_(params.call_records, params.nonblocking_calls),
      daemon_(cpu_, name + " continuation daemon") {
  const auto on_request = [](tpz_rcvmsg* message, void* gmsnet) {
    return static_cast<Gmsnet*>(gmsnet)->receive_request(message);
  };
  const auto on_reply = [](tpz_rcvmsg* message, void* gmsnet) {
    return static_cast<Gmsnet*>(gmsnet)->receive_reply(message);
  };
  const auto on_unknown = [](tpz_rcvmsg*, void* gmsnet) {
    ++static_cast<Gmsnet*>(gmsnet)->counters_.unknown;
    return TPZ_RELEASE;
  };
  // A message of a type without a handler would keep its entry of the receive ring, since nobody
  // waits for messages here: 32 of them would fill the ring. Other parts of the kernel register
  // their handlers in place of this one.
  for (unsigned type = 0; type <= 0xff; ++type)
    tpz_register_handler(nic_, static_cast<std::uint8_t>(type), on_unknown, this);
  tpz_register_handler(nic_, layout::kTypeRequest, on_request, this);
  tpz_register_handler(nic_, layout::kTypeReply, on_reply, this);
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
tpz_sendmsg* Gmsnet::send_entry() {
  tpz_sendmsg* entry = tpz_get_sendmsg(nic_);
  while (!entry && !cpu_.in_handler()) {
    cpu_.sleep(params_.entry_pause);
    entry = tpz_get_sendmsg(nic_);
  }
  return entry;
}

bool Gmsnet::send(const Message& message, Node to, const ReplyToken& token, bool reply) {
  tpz_sendmsg* entry = send_entry();
  if (!entry) return false;
  tpz_set_destination(entry, to);
  tpz_set_type(entry, reply ? layout::kTypeReply : layout::kTypeRequest);
  if (reply) tpz_set_token(entry, token.payload);
  const auto control = encode({message.operation, reply, message.status, token}, message.arguments);
  tpz_write_control(entry, 0, control.data(), control.size());
  if (message.payload_length != Bytes()) {
    tpz_attach_sendmsg(entry, message.payload, message.completion, message.completion_arg);
    tpz_set_payload_len(entry, static_cast<std::uint32_t>(message.payload_length.count));
  }
  tpz_release_sendmsg(entry);
  return true;
}

Header Gmsnet::read(tpz_rcvmsg* message, Arguments& arguments) {
  std::array<std::uint8_t, TPZ_MOST_CONTROL> bytes;
  const auto control = std::span(bytes).first(tpz_get_control_len(message));
  tpz_read_control(message, 0, control.data(), control.size());
  return decode(control, arguments);
}

/// The ring needs a frame for the next payload; without one the NIC discards it.
host::Physical Gmsnet::take_frame(tpz_rcvmsg* message) {
  const auto fresh = pool_.try_allocate();
  if (!fresh) return 0;
  const host::Physical frame = tpz_detach_rcvmsg(message);
  tpz_attach_rcvmsg(message, *fresh);
  return frame;
}

}  // namespace flybar::gmsnet
