#include "testbenches/experiments/page/messages.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "models/common/delivery_error.h"

namespace flybar::experiments {

namespace {

/// The control bytes of message `serial`: its number over and over.
std::array<std::uint8_t, TPZ_MOST_CONTROL> control_bytes(std::uint64_t serial) {
  std::array<std::uint8_t, TPZ_MOST_CONTROL> bytes;
  for (std::size_t at = 0; at < bytes.size(); at += 8) std::memcpy(&bytes[at], &serial, 8);
  return bytes;
}

std::string at_node(const TrapezeStack::Host& host) {
  return "node " + std::to_string(host.node);
}

}  // namespace

void send(TrapezeStack::Host& host, SendFrames& frames, const Message& message) {
  host::Physical frame = 0;
  while (message.payload.count > 0 && (frame = frames.take()) == 0) {
    tpz_check_xmit_complete(host.nic);
    host.cpu.sync();
  }
  if (frame != 0) fill(host.memory, frame, message.payload, message.serial);

  tpz_sendmsg* out = tpz_get_sendmsg(host.nic);
  while (!out) {
    tpz_check_xmit_complete(host.nic);
    out = tpz_get_sendmsg(host.nic);
  }
  tpz_set_destination(out, message.destination);
  tpz_set_type(out, message.type);
  if (frame != 0) {
    tpz_attach_sendmsg(out, frame, &SendFrames::sent, frames.argument(frame));
    tpz_set_payload_len(out, static_cast<std::uint32_t>(message.payload.count));
  }
  const auto control = control_bytes(message.serial);
  tpz_write_control(out, 0, control.data(), static_cast<std::size_t>(message.control.count));
  tpz_set_control_len(out, TPZ_MOST_CONTROL);
  tpz_release_sendmsg(out);
}

TakenPages::TakenPages(TrapezeStack::Host& host)
    : spare_(host.memory.frames.allocate(
          frames_for(host.memory, Bytes(tpz_get_max_payload(host.nic))))) {}

host::Physical TakenPages::take(tpz_rcvmsg* in) {
  const host::Physical page = tpz_detach_rcvmsg(in);
  tpz_attach_rcvmsg(in, spare_);
  return spare_ = page;
}

void check(TrapezeStack::Host& host, TakenPages& pages, tpz_rcvmsg* in, Bytes control,
           Bytes payload, std::uint64_t serial) {
  std::array<std::uint8_t, TPZ_MOST_CONTROL> got{};
  const auto part = std::span(got).first(static_cast<std::size_t>(control.count));
  tpz_read_control(in, 0, part.data(), part.size());
  const auto wanted = control_bytes(serial);
  if (!std::equal(part.begin(), part.end(), wanted.begin()))
    throw DeliveryError(
        at_node(host),
        "the control message of message " + std::to_string(serial) + " is not what was sent",
        "messages that arrive once, in order and whole",
        "see with --trace packets.pcapng what came instead");
  const Bytes length(tpz_get_payload_len(in));
  if (length != payload)
    throw DeliveryError(at_node(host),
                        "message " + std::to_string(serial) + " came with " +
                            std::to_string(length.count) + " B of payload",
                        std::to_string(payload.count) + " B", "look at the receive ring's frames");
  if (payload > Bytes()) compare(host.memory, pages.take(in), payload, serial, at_node(host));
}

void refuse_lost(const TrapezeStack::Host& host, std::uint64_t serial) {
  throw DeliveryError(at_node(host),
                      "message " + std::to_string(serial) + " has not come within 2 s",
                      "links, switches and rings that lose no message: no experiment sends one "
                      "again",
                      "see with --trace packets.pcapng how far its packet gets");
}

std::optional<std::uint64_t> receive_next(TrapezeStack::Host& host, TakenPages& pages,
                                          Bytes control, Bytes payload, std::uint64_t serial,
                                          Time patience) {
  tpz_rcvmsg* in = tpz_wait_rcvmsg(host.nic, patience.ps());
  if (!in) return std::nullopt;
  std::uint32_t low = 0;  // of its serial, which no control message is too short for
  tpz_read_control(in, 0, &low, sizeof low);
  const std::uint64_t came = std::max<std::uint64_t>(low, serial);
  check(host, pages, in, control, payload, came);
  tpz_release_rcvmsg(in);
  return came;
}

void receive(TrapezeStack::Host& host, TakenPages& pages, Bytes control, Bytes payload,
             std::uint64_t serial) {
  tpz_rcvmsg* in = tpz_wait_rcvmsg(host.nic, kMessagePatience.ps());
  if (!in) refuse_lost(host, serial);
  check(host, pages, in, control, payload, serial);
  tpz_release_rcvmsg(in);
}

}  // namespace flybar::experiments
