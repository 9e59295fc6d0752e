/// The sending half of the library.
#include <algorithm>
#include <array>

#include "models/common/software_time.h"
#include "models/host/memory/words.h"
#include "models/trapeze/endpoint.h"
#include "models/trapeze/labels.h"

namespace flybar::trapeze {

using host::FrameState;
using host::Physical;
using layout::SendEntry;

namespace {

constexpr Bytes kMaxControl(layout::kMaxControl);

Bytes whole_words(Bytes length) {
  return Bytes((length.count + 3) / 4 * 4);
}

}  // namespace

SendMessage* Endpoint::next_send_entry() {
  const Time begin = cpu_.now();
  cpu_.spend(params_.call, kSending);
  if (send_next_ - send_done_ == send_entries()) complete_sent();
  if (send_next_ - send_done_ == send_entries()) return nullptr;
  const unsigned slot = send_next_++ % send_entries();
  send_[slot] = SendMessage{};
  send_[slot].endpoint = this;
  send_[slot].slot = slot;
  send_[slot].begin = begin;
  return &send_[slot];
}

void Endpoint::write_control(SendMessage& message, Bytes offset,
                             std::span<const std::uint8_t> data) {
  const Bytes end = offset + Bytes(static_cast<std::int64_t>(data.size()));
  check_length(end, kMaxControl, "control message");
  if (offset.count % 4 != 0) refuse("a control offset", "multiples of 4 B", "write whole words");
  std::array<std::uint8_t, layout::kMaxControl> words{};
  std::copy(data.begin(), data.end(), words.begin());
  const auto size = static_cast<std::size_t>((whole_words(end) - offset).count);
  cpu_.spend(params_.control_word * static_cast<std::int64_t>(size / 4), kControl);
  const auto at = static_cast<std::uint32_t>(offset.count);
  if (control_by_dma()) {
    memory().write(send_mirror(message.slot) + at, std::span(words).first(size));
  } else {
    cpu_.store(map_.send(message.slot, SendEntry::kControl + at), std::span(words).first(size));
  }
  message.control_length = std::max(message.control_length, end);
}

void Endpoint::set_control_length(SendMessage& message, Bytes length) {
  check_length(length, kMaxControl, "control message");
  message.control_length = length;
}

void Endpoint::attach(SendMessage& message, Physical frame, tpz_completion completion, void* arg) {
  if (frame % 4 != 0) refuse("a payload address", "multiples of 4", "align the payload");
  cpu_.spend(params_.attach, kSending);
  message.payload = frame;
  message.payload_length = config_.mcp.max_payload;
  message.completion = completion;
  message.completion_arg = arg;
}

Physical Endpoint::detach(SendMessage& message) {
  cpu_.spend(params_.attach, kSending);
  message.payload_length = Bytes();
  message.completion = nullptr;
  return message.payload;
}

void Endpoint::set_payload_length(SendMessage& message, Bytes length) {
  check_length(length, config_.mcp.max_payload, "payload");
  message.payload_length = length;
}

void Endpoint::release(SendMessage& message) {
  message.id = static_cast<std::uint32_t>(message.type) << kTypeShift | (++send_id_ & kSerialMask);
  memory().frames.lend(message.payload, message.payload_length, FrameState::kSending);
  cpu_.spend(params_.call, kSending);
  write_send_header(message);
  cpu_.write_barrier();
  cpu_.sync();
  message.end = software_time();
  const Bytes bytes = message.control_length + message.payload_length;
  observer_.on(Activity{send_track_, message.begin, message.end, "send",
                        trace_id(config_.node, message.id), bytes.count});
  if (watcher_) tell_sent(message);
}

void Endpoint::tell_sent(const SendMessage& message) const {
  SentMessage sent{.id = trace_id(config_.node, message.id),
                   .source = config_.node,
                   .destination = message.destination,
                   .control = message.control_length,
                   .payload = message.payload_length,
                   .fetched = message.payload_length,
                   .deposited = message.payload_length,
                   .begin = message.begin,
                   .end = message.end};
  if (control_by_dma()) {
    const Bytes control = whole_words(message.control_length);
    sent.fetched += control;
    sent.deposited += control + Bytes(layout::ReceiveEntry::kSize) - kMaxControl;
  }
  watcher_->sent(sent);
}

/// One burst with the owner last: the NIC never sees half a header.
void Endpoint::write_send_header(const SendMessage& message) {
  std::array<std::uint8_t, SendEntry::kOwner + 4> line{};
  const auto put = [&](std::uint32_t field, std::uint32_t value) {
    host::put_word(std::span(line).subspan(field), value);
  };
  put(SendEntry::kDestination, message.destination);
  put(SendEntry::kControlLength, static_cast<std::uint32_t>(message.control_length.count));
  put(SendEntry::kPayloadLength, static_cast<std::uint32_t>(message.payload_length.count));
  put(SendEntry::kPayloadAddress, message.payload);
  put(SendEntry::kToken, message.token);
  put(SendEntry::kMessageId, message.id);
  put(SendEntry::kOwner, layout::kOwnerNic);
  cpu_.store(map_.send(message.slot, 0), line);
}

/// Timers of the host ask this before its card is started, too, and of cards that never are: such a
/// card has sent nothing.
std::uint32_t Endpoint::complete_sent() {
  if (!started_) return 0;
  cpu_.spend(params_.check_xmit, kSending);
  const std::uint32_t done = cpu_.load_word(map_.status(layout::Status::kSendDone));
  // A handler that interrupted this call may have seen a later count.
  while (static_cast<std::int32_t>(done - send_done_) > 0) {
    complete(send_[send_done_++ % send_entries()]);
  }
  return send_next_ - send_done_;
}

void Endpoint::complete(SendMessage& message) {
  if (message.payload_length != Bytes()) {
    memory().frames.take_back(message.payload, message.payload_length);
  }
  if (message.completion == nullptr) return;
  cpu_.spend(params_.upcall, kSending);
  message.completion(message.completion_arg);
}

}  // namespace flybar::trapeze
