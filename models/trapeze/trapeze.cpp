/// Hands each call of the API to the endpoint that stands behind its NIC or message.
#include "models/trapeze/trapeze.h"

#include <algorithm>

#include "models/trapeze/endpoint.h"

namespace {

using flybar::Bytes;
using flybar::Time;
using flybar::trapeze::Endpoint;
using flybar::trapeze::ReceiveMessage;
using flybar::trapeze::SendMessage;

static_assert(TPZ_MOST_CONTROL == flybar::trapeze::layout::kMaxControl);

Endpoint& behind(tpz_nic* nic) {
  return static_cast<Endpoint&>(*nic);
}
const Endpoint& behind(const tpz_nic* nic) {
  return static_cast<const Endpoint&>(*nic);
}
SendMessage& behind(tpz_sendmsg* msg) {
  return static_cast<SendMessage&>(*msg);
}
ReceiveMessage& behind(tpz_rcvmsg* msg) {
  return static_cast<ReceiveMessage&>(*msg);
}
const ReceiveMessage& behind(const tpz_rcvmsg* msg) {
  return static_cast<const ReceiveMessage&>(*msg);
}
template <class Message>
Endpoint& endpoint_of(Message* msg) {
  return *behind(msg).endpoint;
}
std::uint32_t length_of(Bytes bytes) {
  return static_cast<std::uint32_t>(bytes.count);
}

}  // namespace

// Sending

tpz_sendmsg* tpz_get_sendmsg(tpz_nic* nic) {
  return behind(nic).next_send_entry();
}
void tpz_set_destination(tpz_sendmsg* msg, uint32_t node) {
  behind(msg).destination = node;
}
void tpz_set_type(tpz_sendmsg* msg, uint8_t type) {
  behind(msg).type = type;
}
void tpz_set_token(tpz_sendmsg* msg, uint32_t token) {
  behind(msg).token = token;
}
void tpz_write_control(tpz_sendmsg* msg, uint32_t offset, const void* data, size_t length) {
  endpoint_of(msg).write_control(behind(msg), Bytes(offset),
                                 {static_cast<const std::uint8_t*>(data), length});
}
void tpz_set_control_len(tpz_sendmsg* msg, uint32_t length) {
  endpoint_of(msg).set_control_length(behind(msg), Bytes(length));
}
void tpz_attach_sendmsg(tpz_sendmsg* msg, uint32_t frame, tpz_completion completion, void* arg) {
  endpoint_of(msg).attach(behind(msg), frame, completion, arg);
}
uint32_t tpz_detach_sendmsg(tpz_sendmsg* msg) {
  return endpoint_of(msg).detach(behind(msg));
}
void tpz_set_payload_len(tpz_sendmsg* msg, uint32_t length) {
  endpoint_of(msg).set_payload_length(behind(msg), Bytes(length));
}
void tpz_release_sendmsg(tpz_sendmsg* msg) {
  endpoint_of(msg).release(behind(msg));
}
uint32_t tpz_check_xmit_complete(tpz_nic* nic) {
  return behind(nic).complete_sent();
}
uint32_t tpz_get_sendmsgs_waiting(const tpz_nic* nic) {
  return behind(nic).waiting_sends();
}

// Receiving

void tpz_register_handler(tpz_nic* nic, uint8_t type, tpz_handler handler, void* arg) {
  behind(nic).register_handler(type, {handler, arg});
}
tpz_rcvmsg* tpz_get_rcvmsg(tpz_nic* nic) {
  return behind(nic).next_message();
}
tpz_rcvmsg* tpz_wait_rcvmsg(tpz_nic* nic, int64_t timeout_ps) {
  return behind(nic).wait_for_message(std::min(Time::ps(timeout_ps), Time::never()));
}
void tpz_poll(tpz_nic* nic) {
  while (behind(nic).handle_next()) {
  }
}
uint32_t tpz_get_source(const tpz_rcvmsg* msg) {
  return behind(msg).source;
}
uint8_t tpz_get_type(const tpz_rcvmsg* msg) {
  return behind(msg).type;
}
uint32_t tpz_get_token(const tpz_rcvmsg* msg) {
  return behind(msg).token;
}
uint32_t tpz_get_id(const tpz_rcvmsg* msg) {
  return behind(msg).id;
}
uint32_t tpz_get_control_len(const tpz_rcvmsg* msg) {
  return length_of(behind(msg).control_length);
}
void tpz_read_control(tpz_rcvmsg* msg, uint32_t offset, void* data, size_t length) {
  endpoint_of(msg).read_control(behind(msg), Bytes(offset),
                                {static_cast<std::uint8_t*>(data), length});
}
uint32_t tpz_get_payload_len(const tpz_rcvmsg* msg) {
  return length_of(behind(msg).payload_length);
}
uint32_t tpz_get_payload(const tpz_rcvmsg* msg) {
  return behind(msg).payload;
}
bool tpz_payload_discarded(const tpz_rcvmsg* msg) {
  return behind(msg).discarded;
}
bool tpz_payload_truncated(const tpz_rcvmsg* msg) {
  return behind(msg).truncated;
}
bool tpz_ipt_rejected(const tpz_rcvmsg* msg) {
  return behind(msg).ipt_rejected;
}
bool tpz_ipt_accepted(const tpz_rcvmsg* msg) {
  return behind(msg).ipt_accepted;
}
bool tpz_ipt_returned(const tpz_rcvmsg* msg) {
  return behind(msg).ipt_returned;
}
bool tpz_has_frame(const tpz_rcvmsg* msg) {
  return behind(msg).has_frame;
}
uint32_t tpz_detach_rcvmsg(tpz_rcvmsg* msg) {
  return endpoint_of(msg).detach(behind(msg));
}
void tpz_attach_rcvmsg(tpz_rcvmsg* msg, uint32_t frame) {
  endpoint_of(msg).attach(behind(msg), frame);
}
void tpz_release_rcvmsg(tpz_rcvmsg* msg) {
  endpoint_of(msg).release(behind(msg));
}

// The incoming payload table

uint32_t tpz_ipt_map(tpz_nic* nic, uint32_t frame, uint32_t length) {
  return behind(nic).map_buffer(frame, Bytes(length));
}
bool tpz_ipt_cancel(tpz_nic* nic, uint32_t token) {
  return behind(nic).cancel_buffer(token);
}

// The NIC

uint32_t tpz_get_node(const tpz_nic* nic) {
  return behind(nic).config().node;
}
uint32_t tpz_get_max_payload(const tpz_nic* nic) {
  return length_of(behind(nic).config().mcp.max_payload);
}
tpz_counters tpz_get_counters(tpz_nic* nic) {
  return behind(nic).counters();
}
