#include "models/inet/ip/output.h"

#include <lwip/pbuf.h>

#include <array>
#include <span>
#include <utility>

#include "models/inet/ip/headers.h"
#include "models/inet/labels.h"

namespace flybar::inet {

namespace {

constexpr std::size_t kMostHeaders = 80;  ///< IP without options, and the longest of TCP

/// Of a fragment the first buffer holds the header of IP alone. That of UDP has to come with it:
/// the receiver looks for both in one piece.
Headers headers_of(const pbuf* packet) {
  const Headers headers =
      read_headers({static_cast<const std::uint8_t*>(packet->payload), packet->len});
  if (!headers.fragment) return headers;
  std::array<std::uint8_t, kMostHeaders> bytes;
  const std::size_t there = pbuf_copy_partial(packet, bytes.data(), bytes.size(), 0);
  return read_headers(std::span(bytes).first(there));
}

}  // namespace

Output::Packet& Output::describe(pbuf* packet, std::uint32_t to) {
  if (free_.empty()) free_.push_back(&packets_.emplace_back());
  Packet& one = *free_.back();
  free_.pop_back();
  const Headers headers = headers_of(packet);
  one.head = packet;
  one.to = to;
  one.headers = headers.length;
  one.length = packet->tot_len;
  one.fragment = headers.fragment;
  one.message = 0;
  one.tcp = headers.protocol == Protocol::kTcp;
  one.lent = false;
  one.pieces.clear();
  for (const pbuf* piece = packet; piece != nullptr; piece = piece->next) {
    if (piece->len == 0) continue;
    const auto* bytes = static_cast<const std::uint8_t*>(piece->payload);
    const auto at = parts_.cpu.memory().find(bytes);
    // An answer in the frame of its question is copied: the frame goes back with its buffer.
    const bool held = at && parts_.pages.contains(*at);
    one.pieces.push_back({bytes, piece->len, held ? *at : 0});
    if (!held) continue;
    parts_.pages.hold(*at);
    one.lent = one.lent || parts_.pages.is_lent(*at);
  }
  if (one.tcp) {
    const bool data = one.length > one.headers;
    counters_.segments += data;
    counters_.acks += !data && (headers.flags & (kSyn | kFin | kRst)) == 0;
  }
  return one;
}

bool Output::has_room(std::size_t length) const {
  const std::size_t packets = packets_of(length, static_cast<std::size_t>(device_->mtu().count));
  return queue_.size() + packets <= static_cast<std::size_t>(params_.ip.interface_queue);
}

bool Output::admit(std::size_t length) {
  if (has_room(length)) return true;
  ++counters_.refused;
  return false;
}

void Output::made(pbuf* packet, std::uint32_t to) {
  pbuf_ref(packet);
  made_.push_back(&describe(packet, to));
}

/// In the order in which a kernel of the time works: each packet passes all layers down to the card
/// before the next one is made.
void Output::flush() {
  for (std::size_t n = 0; n < made_.size(); ++n) {
    Packet& packet = *made_[n];
    spend(packet);
    ++counters_.packets;
    if (queue_.size() < static_cast<std::size_t>(params_.ip.interface_queue)) {
      queue_.push_back(&packet);
    } else {
      ++counters_.queue_full;
      let_go(packet);
    }
    start();
  }
  made_.clear();
}

void Output::spend(const Packet& packet) {
  host::Cpu& cpu = parts_.cpu;
  if (packet.tcp) cpu.spend(params_.tcp.output, kTcpOutput);
  if (packet.fragment) cpu.spend(params_.ip.fragment, kIpFragment);
  cpu.spend(params_.ip.output, kIpOutput);
  cpu.spend(params_.inet.mbuf * static_cast<std::int64_t>(packet.pieces.size()), kMbuf);
  if (!packet.tcp || !parts_.stack.sums()) return;
  cpu.spend(params_.inet.checksum_start, kChecksumStart);
  cpu.scan(Bytes(static_cast<std::int64_t>(packet.length)), kChecksum);
}

/// Handlers that come in between find the call at work, and leave the queue to it.
void Output::start() {
  if (starting_) return;
  starting_ = true;
  while (!queue_.empty()) {
    Packet& packet = *queue_.front();
    Device& device = packet.to == parts_.stack.node() ? *loop_ : *device_;
    const auto [taken, message] =
        device.send({packet.pieces, packet.length, packet.headers, packet.to, &packet});
    if (taken == Taken::kNoRoom) break;
    queue_.pop_front();
    packet.message = message;
    for (const Piece& piece : packet.pieces)
      if (piece.at != 0) parts_.pages.carried(piece.at, message);
    if (parts_.log.told()) parts_.log.packet(packet.pieces, true);
    counters_.no_frame += taken == Taken::kNoFrame;
    if (taken != Taken::kHeld)
      let_go(packet);
    else if (!packet.lent)
      give_back(packet);
  }
  starting_ = false;
}

void Output::sent(void* packet) {
  Packet& done = *static_cast<Packet*>(packet);
  parts_.segments.tell_since(parts_.segments.now(), "completed", done.message);
  let_go(done);
}

/// The stack may change the headers, and send the segment again, as soon as it has the buffers
/// back.
void Output::give_back(Packet& packet) {
  const Stack::Enter inside(parts_.stack, parts_.cpu.now());
  pbuf_free(std::exchange(packet.head, nullptr));
}

void Output::let_go(Packet& packet) {
  for (const Piece& piece : packet.pieces)
    if (piece.at != 0) parts_.pages.release(piece.at);
  if (packet.head != nullptr) give_back(packet);
  free_.push_back(&packet);
  parts_.pages.tell_left();
}

}  // namespace flybar::inet
