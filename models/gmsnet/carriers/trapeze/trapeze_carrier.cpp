#include "models/gmsnet/carriers/trapeze/trapeze_carrier.h"

#include "models/gmsnet/labels.h"
#include "models/layouts/generated/message_layout.hpp"
#include "models/trapeze/endpoint.h"

namespace flybar::gmsnet {

static_assert(kMostControl == TPZ_MOST_CONTROL);

TrapezeCarrier::TrapezeCarrier(trapeze::Endpoint& endpoint, host::PagePool& pool,
                               const GmsnetParams& params)
    : nic_(&endpoint), cpu_(endpoint.cpu()), pool_(pool), grace_(params.grace) {
  register_handlers();
}

/// A message of a type without a handler would keep its entry of the receive ring, since nobody
/// waits for messages here: 32 of them would fill the ring. Other parts of the kernel register
/// their handlers in place of this one.
void TrapezeCarrier::register_handlers() {
  const auto on_request = [](tpz_rcvmsg* message, void* carrier) {
    return static_cast<TrapezeCarrier*>(carrier)->arrived(message, &User::request_arrived);
  };
  const auto on_reply = [](tpz_rcvmsg* message, void* carrier) {
    return static_cast<TrapezeCarrier*>(carrier)->arrived(message, &User::reply_arrived);
  };
  const auto on_unknown = [](tpz_rcvmsg*, void* carrier) {
    ++static_cast<TrapezeCarrier*>(carrier)->counters_.unknown;
    return TPZ_RELEASE;
  };
  for (unsigned type = 0; type <= 0xff; ++type)
    tpz_register_handler(nic_, static_cast<std::uint8_t>(type), on_unknown, this);
  tpz_register_handler(nic_, layout::kTypeRequest, on_request, this);
  tpz_register_handler(nic_, layout::kTypeReply, on_reply, this);
}

tpz_disposition TrapezeCarrier::arrived(tpz_rcvmsg* message, Arrival arrival) {
  Entry& entry = entries_[static_cast<const trapeze::ReceiveMessage*>(message)->slot];
  entry.source = tpz_get_source(message);
  entry.payload_length = Bytes(tpz_get_payload_len(message));
  entry.message = message;
  return (user_->*arrival)(entry) == Disposition::kKeep ? TPZ_KEEP : TPZ_RELEASE;
}

bool TrapezeCarrier::send(const Outgoing& outgoing) {
  tpz_sendmsg* const entry = tpz_get_sendmsg(nic_);
  if (entry == nullptr) return false;
  const Message& message = outgoing.message;
  tpz_set_destination(entry, outgoing.to);
  tpz_set_type(entry, outgoing.reply ? layout::kTypeReply : layout::kTypeRequest);
  if (outgoing.reply) tpz_set_token(entry, outgoing.token);
  tpz_write_control(entry, 0, outgoing.control.data(), outgoing.control.size());
  if (message.payload_length != Bytes()) {
    tpz_attach_sendmsg(entry, message.payload, message.completion, message.completion_arg);
    tpz_set_payload_len(entry, static_cast<std::uint32_t>(message.payload_length.count));
  }
  tpz_release_sendmsg(entry);
  return true;
}

std::optional<PageToken> TrapezeCarrier::expect(host::Physical frame, Bytes length) {
  const PageToken token = tpz_ipt_map(nic_, frame, static_cast<std::uint32_t>(length.count));
  return token != 0 ? std::optional(token) : std::nullopt;
}

std::span<const std::uint8_t> TrapezeCarrier::control(Incoming& message, Buffer& buffer) {
  const auto control = std::span(buffer).first(tpz_get_control_len(behind(message)));
  tpz_read_control(behind(message), 0, control.data(), control.size());
  return control;
}

void TrapezeCarrier::deliver(Incoming& incoming, const Expected& expected, PageToken token,
                             Reply& reply) {
  tpz_rcvmsg* const message = behind(incoming);
  reply.payload = expected.frame;
  reply.payload_length = tpz_ipt_accepted(message) ? incoming.payload_length : Bytes();
  if (tpz_ipt_rejected(message)) reply.status = Status::kRejected;
  if (tpz_ipt_returned(message) || withdraw(token)) return;
  reply.frame_lost = true;
  leave_behind(token, expected.frame);
}

void TrapezeCarrier::copy(Incoming& message, host::Physical to, Bytes length) {
  cpu_.copy(to, tpz_get_payload(behind(message)), length, kCopying);
}

/// The ring needs a frame for the next payload; without one the card discards it.
host::Physical TrapezeCarrier::take_frame(Incoming& message) {
  const auto fresh = pool_.try_allocate();
  if (!fresh) return 0;
  const host::Physical frame = tpz_detach_rcvmsg(behind(message));
  tpz_attach_rcvmsg(behind(message), *fresh);
  return frame;
}

}  // namespace flybar::gmsnet
