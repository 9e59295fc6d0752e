#include "models/inet/ip/input.h"

#include <lwip/pbuf.h>

#include <algorithm>
#include <span>

#include "models/inet/labels.h"

namespace flybar::inet {

using host::Physical;

void Input::arrived(const Arrival& packet) {
  const bool full = queue_.size() >= static_cast<std::size_t>(params_.ip.input_queue);
  const bool malformed = packet.head.size() < kLeastIpHeader;
  if (full || malformed) {
    ++(malformed ? counters_.malformed : counters_.queue_full);
    if (packet.frames > 0) parts_.pool.free(packet.frame, packet.frames);
    return;
  }
  Packet& one = queue_.emplace_back(Packet{{}, packet.head.size(), packet, {}});
  std::copy(packet.head.begin(), packet.head.end(), one.head.begin());
  frames_ += packet.frames;
  parts_.cpu.soft_interrupt().request();
}

Input::Packet Input::take() {
  Packet packet = queue_.front();
  queue_.pop_front();
  ++counters_.packets;
  if (parts_.log.told()) log(packet);
  packet.begin = parts_.segments.now();
  return packet;
}

void Input::enter(const Packet& packet) {
  parts_.stack.input(chain(packet));
}

void Input::spend(const Packet& packet) {
  const std::span head(packet.head.data(), packet.head_length);
  parts_.cpu.spend(params_.ip.input, kIpInput);
  spend_transport(read_headers(head), packet.head_length + packet.rest.length);
}

void Input::leave(const Packet& packet) {
  parts_.segments.tell_since(packet.begin, "input", packet.rest.message);
}

void Input::free_frames() {
  while (!freed_.empty()) {
    const Physical frame = freed_.back();
    freed_.pop_back();
    --frames_;
    parts_.pool.free(frame);
  }
}

void Input::log(const Packet& packet) {
  std::vector<Piece> pieces = {{packet.head.data(), packet.head_length}};
  const auto frame = static_cast<std::uint32_t>(parts_.cpu.memory().frames.frame_size().count);
  for (std::uint32_t done = 0; done < packet.rest.length; done += frame) {
    const auto bytes = parts_.cpu.memory().view(packet.rest.frame + done);
    pieces.push_back({bytes.data(), std::min(packet.rest.length - done, frame)});
  }
  parts_.log.packet(pieces, false);
}

/// A packet buffer for the head, and one for each frame behind it that has bytes of the packet.
pbuf* Input::chain(const Packet& packet) {
  // Of full length behind its end, too: lwIP's answers quote bytes that may not be there.
  pbuf* head = pbuf_alloc(PBUF_RAW, static_cast<std::uint16_t>(packet.head.size()), PBUF_RAM);
  pbuf_take(head, packet.head.data(), static_cast<std::uint16_t>(packet.head.size()));
  pbuf_realloc(head, static_cast<std::uint16_t>(packet.head_length));
  const auto frame = static_cast<std::uint32_t>(parts_.cpu.memory().frames.frame_size().count);
  std::uint32_t left = packet.rest.length;
  for (std::uint32_t n = 0; n < packet.rest.frames; ++n) {
    const Physical at = packet.rest.frame + n * frame;
    const std::uint32_t here = std::min(left, frame);
    left -= here;
    if (here == 0) {
      freed_.push_back(at);
      continue;
    }
    const ReceivedFrame::Place place{at, packet.rest.frames == 1, packet.rest.message};
    pbuf_cat(head, ReceivedFrame::make(*this, place, parts_.cpu.memory().view(at).data(),
                                       static_cast<std::uint16_t>(here)));
  }
  return head;
}

/// What the layers above IP have done with a packet.
void Input::spend_transport(const Headers& headers, std::size_t length) {
  host::Cpu& cpu = parts_.cpu;
  if (headers.fragment) return cpu.spend(params_.ip.fragment, kIpFragment);
  const bool tcp = headers.protocol == Protocol::kTcp;
  if (!tcp && headers.protocol != Protocol::kUdp) return;
  if (parts_.stack.sums()) {
    cpu.spend(params_.inet.checksum_start, kChecksumStart);
    cpu.scan(Bytes(static_cast<std::int64_t>(std::min(length, headers.total))), kChecksum);
  }
  if (!tcp) return cpu.spend(params_.udp.input, kUdpInput);
  switch (parts_.stack.predicted()) {
    case Stack::Predicted::kData:
      return cpu.spend(params_.tcp.input_data, kTcpInputData);
    case Stack::Predicted::kAck:
      return cpu.spend(params_.tcp.input_ack, kTcpInputAck);
    case Stack::Predicted::kNothing:
      return cpu.spend(params_.tcp.input_slow, kTcpInputSlow);
  }
}

}  // namespace flybar::inet
