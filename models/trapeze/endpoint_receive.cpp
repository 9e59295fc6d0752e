/// The receiving half of the library.
#include <array>
#include <string>

#include "models/common/quantity.h"
#include "models/common/software_time.h"
#include "models/host/memory/words.h"
#include "models/layouts/generated/lanai_regs.hpp"
#include "models/trapeze/endpoint.h"
#include "models/trapeze/labels.h"

namespace flybar::trapeze {

using host::FrameState;
using host::Physical;
using layout::ReceiveEntry;

namespace {

/// What the NIC says about a message, without its owner.
constexpr std::uint32_t kFacts = ReceiveEntry::kControlLength;
constexpr std::uint32_t kFactsSize = ReceiveEntry::kOwner - kFacts;

constexpr Bytes kMostControl(layout::kMaxControl);

}  // namespace

bool Endpoint::arrived() {
  if (known_arrived_) return true;
  const unsigned slot = receive_next_ % receive_entries();
  if (receive_[slot].held) return false;
  if (!control_by_dma()) {
    return cpu_.load_word(map_.receive(slot, ReceiveEntry::kOwner)) == layout::kOwnerHost;
  }
  cpu_.spend(params_.control_word, kReceiving);
  cpu_.sync();
  return memory().word(receive_mirror(slot, ReceiveEntry::kOwner)) == layout::kOwnerHost;
}

ReceiveMessage* Endpoint::next_message() {
  if (config_.notify == Notify::kInterrupt && !cpu_.in_interrupt()) {
    refuse("a process takes a message although interrupts notify of it",
           "receive handlers and tpz_wait_rcvmsg()", "poll, or wait for the message");
  }
  const Time begin = cpu_.now();
  if (!arrived()) return nullptr;
  cpu_.spend(params_.call, kReceiving);
  known_arrived_ = false;
  ReceiveMessage& message = receive_[receive_next_ % receive_entries()];
  message.slot = receive_next_++ % receive_entries();
  message.held = true;
  message.begin = begin;
  message.interrupted = cpu_.in_interrupt() ? std::optional(cpu_.interrupted_at()) : std::nullopt;
  std::array<std::uint8_t, kFactsSize> facts;
  read_receive_header(message, facts);
  accept_payload(message);
  return &message;
}

void Endpoint::read_receive_header(ReceiveMessage& message, std::span<std::uint8_t> facts) {
  if (control_by_dma()) {
    memory().read(receive_mirror(message.slot, kFacts), facts);
    cpu_.spend(params_.control_word * static_cast<std::int64_t>(facts.size() / 4), kReceiving);
  } else {
    cpu_.load(map_.receive(message.slot, kFacts), facts);
  }
  const auto at = [&](std::uint32_t field) {
    return host::get_word(facts.subspan(field - kFacts));
  };
  const std::uint32_t source = at(ReceiveEntry::kSource);
  message.source = source & ReceiveEntry::kSourceNodeMask;
  message.discarded = (source & ReceiveEntry::kSourceDiscardedMask) != 0;
  message.truncated = (source & ReceiveEntry::kSourceTruncatedMask) != 0;
  message.ipt_rejected = (source & ReceiveEntry::kSourceIptRejectedMask) != 0;
  message.ipt_accepted = (source & ReceiveEntry::kSourceIptMask) != 0;
  message.control_length = Bytes(at(ReceiveEntry::kControlLength));
  message.payload_length = Bytes(at(ReceiveEntry::kPayloadLength));
  message.token = at(ReceiveEntry::kToken);
  message.id = at(ReceiveEntry::kMessageId);
  message.type = static_cast<std::uint8_t>(message.id >> kTypeShift);
  const Bytes most = config_.mcp.max_payload;
  if (message.control_length <= kMostControl && message.payload_length <= most) return;
  // The firmware drops what is longer; software would read behind its entry and its frame.
  refuse("a receive entry of " + quantity::print(message.control_length) + " and a payload of " +
             quantity::print(message.payload_length),
         "at most " + quantity::print(kMostControl) + " and " + quantity::print(most),
         "look at what the firmware writes there");
}

/// The frames that the NIC has done with belong to the host again.
void Endpoint::accept_payload(ReceiveMessage& message) {
  message.payload = message.frame;
  message.ipt_returned = false;
  if (message.has_frame) memory().frames.take_back(message.frame, config_.mcp.max_payload);
  if (!message.ipt_accepted && !payloads_.cancelled_late(message.token)) return;
  const auto buffer = payloads_.find(message.token);
  if (!buffer) {
    refuse("a payload for token " + std::to_string(message.token) + ", which is not mapped",
           "payloads for tokens that the NIC was given", "look at how the firmware checks tokens");
  }
  memory().frames.take_back(buffer->address, buffer->length);
  payloads_.free(message.token);
  message.ipt_returned = true;
  if (message.ipt_accepted) message.payload = buffer->address;
}

void Endpoint::read_control(ReceiveMessage& message, Bytes offset, std::span<std::uint8_t> data) {
  const Bytes end = offset + Bytes(static_cast<std::int64_t>(data.size()));
  check_length(end, message.control_length, "control message");
  const std::int64_t padded = (message.control_length.count + 3) / 4 * 4;
  const std::int64_t first = layout::kMaxControl - padded + offset.count / 4 * 4;
  const std::int64_t last = layout::kMaxControl - padded + (end.count + 3) / 4 * 4;
  std::array<std::uint8_t, layout::kMaxControl> words;
  const auto target = std::span(words).first(static_cast<std::size_t>(last - first));
  const std::uint32_t field = ReceiveEntry::kControl + static_cast<std::uint32_t>(first);
  if (control_by_dma()) {
    memory().read(receive_mirror(message.slot, field), target);
  } else {
    cpu_.load(map_.receive(message.slot, field), target);
  }
  cpu_.spend(params_.control_word * static_cast<std::int64_t>(target.size() / 4), kControl);
  std::copy_n(words.begin() + offset.count % 4, data.size(), data.begin());
}

Physical Endpoint::detach(ReceiveMessage& message) {
  if (!message.has_frame) {
    refuse("a message without a frame is detached", "one detach for each frame",
           "attach a frame to the receive entry first");
  }
  cpu_.spend(params_.attach, kReceiving);
  message.has_frame = false;
  return message.frame;
}

void Endpoint::attach(ReceiveMessage& message, Physical frame) {
  if (frame % 4 != 0) refuse("a frame address", "multiples of 4", "align the frame");
  cpu_.spend(params_.attach, kReceiving);
  message.has_frame = true;
  message.frame = frame;
}

void Endpoint::release(ReceiveMessage& message) {
  cpu_.spend(params_.call, kReceiving);
  const Bytes bytes = message.control_length + message.payload_length;
  // A handler that came in between would find an entry that the host does not hold any more, with
  // the old owner still in it, and take its message once more.
  const bool interruptible = config_.notify == Notify::kInterrupt && !cpu_.in_interrupt();
  if (interruptible) cpu_.mask_interrupts();
  hand_back(message);
  cpu_.write_barrier();
  cpu_.sync();
  if (interruptible) cpu_.unmask_interrupts();
  message.end = software_time();
  observer_.on(Activity{receive_track_, message.begin, message.end, "receive",
                        trace_id(message.source, message.id), bytes.count});
  if (watcher_)
    watcher_->received({trace_id(message.source, message.id), config_.node, message.begin,
                        message.end, message.interrupted, config_.mcp.gathers_for(message.type)});
}

/// One burst with the owner last, as in sending.
void Endpoint::hand_back(ReceiveMessage& message) {
  message.held = false;
  const Bytes length = message.has_frame ? config_.mcp.max_payload : Bytes();
  memory().frames.lend(message.frame, length, FrameState::kReceiving);
  if (control_by_dma()) {
    memory().write_word(receive_mirror(message.slot, ReceiveEntry::kOwner), layout::kOwnerNic);
  }
  std::array<std::uint8_t, ReceiveEntry::kSize - ReceiveEntry::kFrameAddress> line{};
  const auto put = [&](std::uint32_t field, std::uint32_t value) {
    host::put_word(std::span(line).subspan(field - ReceiveEntry::kFrameAddress), value);
  };
  put(ReceiveEntry::kFrameAddress, message.has_frame ? message.frame : 0);
  put(ReceiveEntry::kFrameLength, static_cast<std::uint32_t>(length.count));
  put(ReceiveEntry::kOwner, layout::kOwnerNic);
  cpu_.store(map_.receive(message.slot, ReceiveEntry::kFrameAddress), line);
}

/// One interrupt is for one message, or for as many as the NIC gathers for one. The line stays high
/// until the ring is empty, so that what arrives meanwhile raises no edge, and is high still when
/// the handler returns with messages left: the CPU comes back at the price of an interrupt.
void Endpoint::interrupt() {
  using Isr = lanai::regs::Isr;
  const std::uint32_t isr = map_.chip_register(Isr::kOffset);
  do {
    std::int64_t left = config_.mcp.messages_per_interrupt();
    while (left > 0 && handle_next()) --left;
    if (left == 0 && arrived()) return;
    cpu_.store_word(isr, Isr::kHostSigMask);
    // The NIC notifies again only of what it delivers once it has seen this. A ring in NIC memory
    // is read behind the posted write; a mirror would be looked at before it arrives.
    if (control_by_dma()) cpu_.load_word(isr);
  } while (arrived());
}

bool Endpoint::handle_next() {
  ReceiveMessage* const message = next_message();
  if (message == nullptr) return false;
  if (handle(*message)) return true;
  unhandled_.push_back(message);
  cpu_.notify(arrival_);
  return true;
}

/// False if there is no handler for it.
bool Endpoint::handle(ReceiveMessage& message) {
  const Handler& handler = handlers_[message.type];
  if (!handler.call) return false;
  cpu_.spend(params_.upcall, kReceiving);
  if (handler.call(&message, handler.arg) == TPZ_RELEASE) release(message);
  return true;
}

ReceiveMessage* Endpoint::wait_for_message(Time timeout) {
  const Time deadline = deadline_of(cpu_, timeout);
  while (unhandled_.empty()) {
    const Time left = host::left_until(cpu_, deadline);
    if (left <= Time()) return nullptr;
    if (config_.notify == Notify::kInterrupt) {
      cpu_.wait_for(arrival_, left);
    } else if (!poll_once(left)) {
      return nullptr;
    }
  }
  ReceiveMessage* message = unhandled_.front();
  unhandled_.pop_front();
  return message;
}

/// The NIC has no entry to put a message into.
bool Endpoint::wait_in_vain(Time timeout) {
  if (timeout == Time::never()) {
    refuse("a wait for a message, while the host holds the receive entry for it",
           "waits while a receive entry is free", "release messages");
  }
  cpu_.spend(timeout, host::kPolling);
  cpu_.sync();
  return false;
}

/// Polls until one message has arrived, and handles it or puts it aside.
bool Endpoint::poll_once(Time timeout) {
  const unsigned slot = receive_next_ % receive_entries();
  if (receive_[slot].held) return wait_in_vain(timeout);
  const auto is_hosts = [](std::uint32_t word) { return word == layout::kOwnerHost; };
  const host::PollPolicy& policy = cpu_.params().poll;
  const auto owner =
      control_by_dma()
          ? cpu_.poll_memory(receive_mirror(slot, ReceiveEntry::kOwner), is_hosts, policy, timeout)
          : cpu_.poll_pio(map_.receive(slot, ReceiveEntry::kOwner), is_hosts, policy, timeout);
  if (!owner) return false;
  known_arrived_ = true;
  ReceiveMessage* message = next_message();
  if (!handle(*message)) unhandled_.push_back(message);
  return true;
}

}  // namespace flybar::trapeze
