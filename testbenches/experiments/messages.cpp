#include "testbenches/experiments/messages.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "models/common/error.h"

namespace flybar::experiments {

namespace {

constexpr Bytes kMostControl = Bytes(128);
/// Longer than any experiment pauses: who waits so long for a message will not get it.
constexpr Time kPatience = Time::ms(2000);

/// The control bytes of message `serial`: its number over and over.
std::array<std::uint8_t, 128> control_bytes(std::uint64_t serial) {
  std::array<std::uint8_t, 128> bytes;
  for (std::size_t at = 0; at < bytes.size(); at += 8) std::memcpy(&bytes[at], &serial, 8);
  return bytes;
}

std::string at_node(const Testbed::Host& host) {
  return "node " + std::to_string(host.node);
}

}  // namespace

void send(Testbed::Host& host, SendFrames& frames, const Message& message) {
  trapeze::Endpoint& endpoint = host.endpoint;
  host::Physical frame = 0;
  while (message.payload.count > 0 && (frame = frames.take()) == 0) {
    endpoint.tpz_check_xmit_complete();
    host.cpu.sync();
  }
  if (frame != 0) fill(host.memory, frame, message.payload, message.serial);

  trapeze::SendMessage* out = endpoint.tpz_get_sendmsg();
  while (!out) {
    endpoint.tpz_check_xmit_complete();
    out = endpoint.tpz_get_sendmsg();
  }
  out->destination = message.destination;
  if (frame != 0) {
    endpoint.tpz_attach_sendmsg(*out, frame, &SendFrames::sent, frames.argument(frame));
    endpoint.tpz_set_payload_len(*out, message.payload);
  }
  const auto control = control_bytes(message.serial);
  endpoint.tpz_write_control(
      *out, Bytes(0), std::span(control).first(static_cast<std::size_t>(message.control.count)));
  endpoint.tpz_set_control_len(*out, kMostControl);
  endpoint.tpz_release_sendmsg(*out);
}

void receive(Testbed::Host& host, Bytes control, Bytes payload, std::uint64_t serial) {
  trapeze::Endpoint& endpoint = host.endpoint;
  trapeze::ReceiveMessage* in = endpoint.tpz_wait_rcvmsg(kPatience);
  if (!in)
    throw SimulationError(
        at_node(host), "message " + std::to_string(serial) + " has not come within 2 s",
        "links and rings that lose no message: no experiment sends one again",
        "leave the faults link.* out, or see with --trace how far its packet gets");
  std::array<std::uint8_t, 128> got{};
  const auto part = std::span(got).first(static_cast<std::size_t>(control.count));
  endpoint.tpz_read_control(*in, Bytes(0), part);
  const auto wanted = control_bytes(serial);
  if (!std::equal(part.begin(), part.end(), wanted.begin()))
    throw SimulationError(
        at_node(host),
        "the control message of message " + std::to_string(serial) + " is not what was sent",
        "messages that arrive once, in order and whole",
        "see with --trace packets.pcapng what came instead");
  if (endpoint.tpz_get_payload_len(*in) != payload)
    throw SimulationError(at_node(host),
                          "message " + std::to_string(serial) + " came with " +
                              std::to_string(in->payload_length.count) + " B of payload",
                          std::to_string(payload.count) + " B",
                          "look at the receive ring's frames");
  compare(host.memory, in->payload, payload, serial, at_node(host));
  endpoint.tpz_release_rcvmsg(*in);
}

}  // namespace flybar::experiments
