#include "models/myriapi/port.h"

#include <algorithm>
#include <array>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"

namespace flybar::myriapi {

using host::FrameState;
using host::Physical;

static_assert(MYRIAPI_LONGEST == layout::kMtu);
static_assert(MYRIAPI_LAST_CHANNEL == layout::kMostChannel);
static_assert(MYRIAPI_MOST_SENT == layout::kSendEntries);

Port::Port(Nic& nic, const Setup& setup)
    : nic_(nic),
      cpu_(nic.cpu()),
      setup_(setup),
      send_buffers_(take_region(layout::kSendEntries)),
      receive_buffers_(take_region(layout::kReceiveEntries)) {
  nic.on_start([this] { fill_ring(); });
  nic.on_packet([this](const Packet& packet) {
    announced_.push_back(packet);
    cpu_.notify(arrival_);
  });
}

/// Frames in a row for each buffer, so that one host DMA moves a message.
std::vector<Physical> Port::take_region(std::size_t buffers) {
  host::Frames& frames = cpu_.memory().frames;
  const auto frame = static_cast<std::uint32_t>(frames.frame_size().count);
  std::vector<Physical> all;
  for (std::size_t i = 0; i < buffers; ++i) {
    all.push_back(frames.allocate((layout::kMtu + frame - 1) / frame));
    frames.lend(all.back(), Bytes(layout::kMtu), FrameState::kShared);
  }
  return all;
}

host::Label Port::label(const char* text) const {
  return {text, setup_.kernel ? host::Share::kSystem : host::Share::kUser};
}

void Port::refuse(const std::string& found, const std::string& allowed,
                  const std::string& advice) const {
  throw SimulationError("MyriAPI of node " + std::to_string(nic_.config().node) + " at " +
                            quantity::print(software_time()),
                        found, allowed, advice);
}

void Port::fill_ring() {
  for (const Physical buffer : receive_buffers_) {
    const std::array<Piece, 1> whole{{{buffer, layout::kMtu}}};
    nic_.give(whole);
  }
}

Physical Port::next_buffer() {
  return nic_.has_room() ? send_buffers_[sent_ % send_buffers_.size()] : 0;
}

void Port::check(std::uint32_t channel, Physical from, std::uint32_t length) const {
  if (length > layout::kMtu)
    refuse("a message of " + std::to_string(length) + " B",
           "at most " + std::to_string(layout::kMtu) + " B", "send it in parts");
  if (channel > layout::kMostChannel)
    refuse("channel " + std::to_string(channel),
           "channels up to " + std::to_string(layout::kMostChannel), "choose another one");
  if (setup_.copies == Copies::kNone && from != send_buffers_[sent_ % send_buffers_.size()])
    refuse("a message that does not lie in the buffer just got",
           "that of myriapi_get_buffer(), for a port that copies nothing",
           "fill that buffer, or set copies to 1");
}

bool Port::send(std::uint32_t node, std::uint32_t channel, Physical from, std::uint32_t length) {
  const Time begin = cpu_.now();
  cpu_.spend(nic_.params().call, label("myriapi.call"));
  check(channel, from, length);
  if (!nic_.has_room()) return false;
  const Physical buffer = send_buffers_[sent_ % send_buffers_.size()];
  if (setup_.copies != Copies::kNone)
    cpu_.copy(buffer, from, Bytes(length), label("copy to the region"));
  const std::array<Piece, 1> whole{{{buffer, length}}};
  ++sent_;
  nic_.send({node, channel, std::span(whole).first(length > 0 ? 1 : 0), begin});
  return true;
}

std::uint32_t Port::check_sent() {
  cpu_.spend(nic_.params().call, label("myriapi.call"));
  return nic_.complete_sent();
}

/// The message that the program had is its no more: its descriptor waits for another one.
void Port::give_back() {
  if (!held_) return;
  held_.reset();
  nic_.give_again();
}

std::optional<Packet> Port::next_interrupted(Time deadline) {
  while (announced_.empty()) {
    const Time left = host::left_until(cpu_, deadline);
    if (left <= Time()) return std::nullopt;
    cpu_.wait_for(arrival_, left);
  }
  const Packet packet = announced_.front();
  announced_.pop_front();
  return packet;
}

std::optional<Packet> Port::next_packet(Time timeout) {
  return nic_.config().notify == Notify::kInterrupt
             ? next_interrupted(host::deadline_of(cpu_, timeout))
             : nic_.poll(timeout);
}

bool Port::receive(myriapi_message& message, Physical to, Time timeout) {
  give_back();
  const auto packet = next_packet(timeout);
  if (!packet) return false;
  cpu_.spend(nic_.params().call, label("myriapi.call"));
  if (packet->outcome != Packet::Outcome::kStored)
    refuse("a message that did not fit its buffer", "messages of at most the longest",
           "look at what the firmware writes to its descriptor");
  held_ = packet;
  message = {packet->source, packet->channel, receive_buffers_[packet->slot], packet->length};
  if (setup_.copies == Copies::kAtBoth) {
    cpu_.copy(to, message.address, Bytes(message.length), label("copy from the region"));
    message.address = to;
    give_back();
  }
  nic_.handled(*packet);
  return true;
}

}  // namespace flybar::myriapi
