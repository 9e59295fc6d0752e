#include "models/inet/device/myriapi_driver.h"

#include <algorithm>

#include "models/inet/labels.h"

namespace flybar::inet {

using host::FrameState;
using host::Physical;
namespace layout = myriapi::layout;

namespace {

/// A small buffer of 4.4BSD (MSIZE): link header and the first bytes of a packet.
constexpr std::size_t kSmall = 128;
/// Of a buffer for headers to send: the longest link header, IP, TCP with options.
constexpr std::size_t kHeadRoom = 192;

}  // namespace

MyriapiDriver::MyriapiDriver(myriapi::Nic& nic, host::PagePool& pool, const InetParams& params)
    : nic_(nic),
      cpu_(nic.cpu()),
      pool_(pool),
      params_(params),
      frames_(frames_for(layout::kMtu - kSmall)),
      head_room_(shared_row(layout::kSendEntries * kHeadRoom)) {
  const Physical heads = shared_row(entries_.size() * kSmall);
  for (std::size_t i = 0; i < entries_.size(); ++i)
    entries_[i].head = heads + static_cast<Physical>(i * kSmall);
  nic_.on_start([this] { fill_ring(); });
  nic_.on_packet([this](const myriapi::Packet& packet) { receive(packet); });
}

Physical MyriapiDriver::frame_size() const {
  return static_cast<Physical>(cpu_.memory().frames.frame_size().count);
}

std::uint32_t MyriapiDriver::frames_for(std::size_t length) const {
  const std::size_t frame = frame_size();
  return static_cast<std::uint32_t>((length + frame - 1) / frame);
}

std::size_t MyriapiDriver::link_header() const {
  return static_cast<std::size_t>(nic_.params().ip_header.count);
}

Bytes MyriapiDriver::mtu() const {
  return Bytes(layout::kMtu) - nic_.params().ip_header;
}

/// Memory that both sides use at any time.
Physical MyriapiDriver::shared_row(std::size_t bytes) {
  const std::uint32_t frames = frames_for(bytes);
  const Physical row = cpu_.memory().frames.allocate(frames);
  cpu_.memory().frames.lend(row, Bytes(frames * frame_size()), FrameState::kShared);
  return row;
}

/// Handlers that send, too, find no half written descriptor.
template <class Work>
void MyriapiDriver::uninterrupted(Work work) {
  const bool interruptible = !cpu_.in_interrupt();
  if (interruptible) cpu_.mask_interrupts();
  work();
  if (interruptible) cpu_.unmask_interrupts();
}

Outcome MyriapiDriver::send(const Chain& packet) {
  // Whoever made up the address of a sender is answered there.
  if (!nic_.is_there(packet.to)) {
    ++counters_.no_route;
    return {Taken::kCopied};
  }
  Outcome outcome{Taken::kNoRoom};
  uninterrupted([&] {
    if (nic_.has_room()) outcome = post(packet);
  });
  counters_.ring_full += outcome.taken == Taken::kNoRoom;
  return outcome;
}

/// Bytes that the card cannot reach, from the first one on, if they fit the buffer for headers.
std::size_t MyriapiDriver::head_of(const Chain& packet) const {
  std::size_t head = 0;
  for (const Piece& piece : packet.pieces) {
    if (piece.at != 0) break;
    head += piece.length;
  }
  return std::min(head, kHeadRoom - link_header());
}

/// Clusters are buffers of their own, wherever they lie.
void MyriapiDriver::split(Physical at, std::size_t length, Pieces& pieces) const {
  const auto cluster = static_cast<std::size_t>(nic_.params().cluster.count);
  while (length > 0) {
    const std::size_t here = std::min(length, cluster - at % cluster);
    pieces.push_back({at, static_cast<std::uint32_t>(here)});
    at += static_cast<Physical>(here);
    length -= here;
  }
}

/// The pieces behind the head, if the card can gather them: in frames, in whole words but for the
/// last one, not too many.
std::optional<MyriapiDriver::Pieces> MyriapiDriver::rest_of(const Chain& packet,
                                                            std::size_t head) const {
  Pieces rest;
  std::size_t begin = 0, end = link_header() + head;
  for (const Piece& piece : packet.pieces) {
    begin += piece.length;
    if (begin <= head) continue;
    if (piece.at == 0 || piece.at % 4 != 0 || end % 4 != 0) return std::nullopt;
    split(piece.at, piece.length, rest);
    end = piece.length;
  }
  if (rest.size() >= layout::kSendPieces) return std::nullopt;
  return rest;
}

Outcome MyriapiDriver::post(const Chain& packet) {
  cpu_.spend(params_.ip.driver_out, kDriverOut);
  const std::size_t head = head_of(packet);
  const auto rest = rest_of(packet, head);
  return rest ? post_held(packet, head, *rest) : post_gathered(packet);
}

Outcome MyriapiDriver::post_held(const Chain& packet, std::size_t head, const Pieces& rest) {
  std::vector<std::uint8_t> bytes(link_header());
  for (const Piece& piece : packet.pieces) {
    if (bytes.size() >= link_header() + head) break;
    bytes.insert(bytes.end(), piece.bytes, piece.bytes + piece.length);
  }
  const Physical at = head_room_ + sent_ % layout::kSendEntries * static_cast<Physical>(kHeadRoom);
  cpu_.memory().write(at, bytes);
  Pieces pieces;
  if (!bytes.empty()) pieces.push_back({at, static_cast<std::uint32_t>(bytes.size())});
  pieces.insert(pieces.end(), rest.begin(), rest.end());
  Held& held = hold();
  held.packet = rest.empty() ? nullptr : packet.packet;
  held.lent = rest;
  return {rest.empty() ? Taken::kCopied : Taken::kHeld, give(packet, pieces, held)};
}

/// The whole packet in one row of frames, if the pool has them.
Outcome MyriapiDriver::post_gathered(const Chain& packet) {
  const std::size_t length = link_header() + packet.length;
  const auto row = pool_.try_allocate(frames_for(length));
  if (!row) return {Taken::kNoFrame};
  const std::vector<std::uint8_t> zeros(link_header());
  if (!zeros.empty()) cpu_.memory().write(*row, zeros);
  auto at = *row + static_cast<Physical>(zeros.size());
  for (const Piece& piece : packet.pieces) {
    cpu_.memory().write(at, {piece.bytes, piece.length});
    at += static_cast<Physical>(piece.length);
  }
  cpu_.copied(Bytes(static_cast<std::int64_t>(packet.length)), kGather);
  ++counters_.gathered;
  Held& held = hold();
  split(*row, length, held.lent);
  held.row = *row;
  held.frames = frames_for(length);
  return {Taken::kCopied, give(packet, Pieces(held.lent), held)};
}

std::uint64_t MyriapiDriver::give(const Chain& packet, const Pieces& pieces, Held& held) {
  for (const myriapi::Piece& piece : held.lent)
    cpu_.memory().frames.lend(piece.address, Bytes(piece.length), FrameState::kSending);
  ++sent_;
  ++counters_.sent;
  counters_.pieces += pieces.size();
  return nic_.send({packet.to, kChannel, pieces, cpu_.now()}, [this, &held] { left(held); });
}

MyriapiDriver::Held& MyriapiDriver::hold() {
  if (free_.empty()) free_.push_back(&held_.emplace_back());
  Held& one = *free_.back();
  free_.pop_back();
  one = {};
  return one;
}

/// Said when descriptors are looked at; also in an interrupt handler.
void MyriapiDriver::left(Held& held) {
  for (const myriapi::Piece& piece : held.lent)
    cpu_.memory().frames.take_back(piece.address, Bytes(piece.length));
  const Held was = held;
  free_.push_back(&held);
  if (was.packet != nullptr) user_->sent(was.packet);
  if (was.row != 0) pool_.free(was.row, was.frames);
}

void MyriapiDriver::complete_sent() {
  uninterrupted([this] { nic_.complete_sent(); });
}

void MyriapiDriver::fill_ring() {
  host::Frames& frames = cpu_.memory().frames;
  for (Entry& entry : entries_) {
    entry.row = frames.allocate(frames_);
    frames.lend(entry.row, Bytes(frames_ * frame_size()), FrameState::kReceiving);
    nic_.give(pieces_of(entry));
  }
}

MyriapiDriver::Pieces MyriapiDriver::pieces_of(const Entry& entry) const {
  const auto cluster = static_cast<std::size_t>(nic_.params().cluster.count);
  const std::size_t clusters = (layout::kMtu - kSmall + cluster - 1) / cluster;
  Pieces pieces{{entry.head, static_cast<std::uint32_t>(kSmall)}};
  split(entry.row, clusters * cluster, pieces);
  return pieces;
}

/// In the handler of the card's interrupt.
void MyriapiDriver::receive(const myriapi::Packet& packet) {
  cpu_.spend(params_.ip.driver_in, kDriverIn);
  cpu_.spend(params_.inet.mbuf, kMbuf);
  std::array<std::uint8_t, kSmall> small;
  const std::size_t here = std::min<std::size_t>(packet.length, kSmall);
  const bool whole = packet.outcome == myriapi::Packet::Outcome::kStored;
  if (!whole || packet.channel != kChannel || here < link_header()) {
    ++counters_.malformed;
    nic_.give_again();
    return nic_.handled(packet);
  }
  cpu_.memory().read(entries_[packet.slot].head, std::span(small).first(here));
  Arrival arrival{.head = std::span(small).first(here).subspan(link_header()),
                  .message = packet.message};
  const bool taken = take_rest(packet, arrival);
  if (taken) user_->arrived(arrival);
  nic_.handled(packet);
}

/// The clusters go on with the packet, and the descriptor gets others. Without any the packet is
/// dropped and they stay where they are.
bool MyriapiDriver::take_rest(const myriapi::Packet& packet, Arrival& arrival) {
  if (packet.length <= kSmall) {
    nic_.give_again();
    return true;
  }
  const auto fresh = pool_.try_allocate(frames_);
  if (!fresh) {
    ++counters_.no_frame;
    nic_.give_again();
    return false;
  }
  Entry& entry = entries_[packet.slot];
  host::Frames& frames = cpu_.memory().frames;
  const Bytes row(frames_ * frame_size());
  arrival.length = packet.length - static_cast<std::uint32_t>(kSmall);
  arrival.frame = entry.row;
  arrival.frames = frames_for(arrival.length);
  const auto cluster = static_cast<std::uint32_t>(nic_.params().cluster.count);
  cpu_.spend(params_.inet.mbuf * ((arrival.length + cluster - 1) / cluster), kMbuf);
  frames.take_back(entry.row, row);
  entry.row = *fresh;
  frames.lend(entry.row, row, FrameState::kReceiving);
  nic_.give(pieces_of(entry));
  // A packet may be shorter than the longest: the frames behind it go back.
  if (arrival.frames < frames_)
    pool_.free(arrival.frame + arrival.frames * frame_size(), frames_ - arrival.frames);
  return true;
}

}  // namespace flybar::inet
