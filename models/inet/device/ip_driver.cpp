#include "models/inet/device/ip_driver.h"

#include <algorithm>
#include <array>

#include "models/inet/labels.h"

namespace flybar::inet {

using host::Physical;

namespace {

std::size_t whole_words(std::size_t length) {
  return (length + 3) / 4 * 4;
}

/// The bytes of a packet from `begin` on, piece by piece.
template <class Use>
void each_piece(const Chain& packet, std::size_t begin, std::size_t end, Use use) {
  std::size_t at = 0;
  for (const Piece& piece : packet.pieces) {
    const std::size_t from = std::max(begin, at), to = std::min(end, at + piece.length);
    if (from < to) use(piece.bytes + (from - at), to - from);
    at += piece.length;
  }
}

}  // namespace

IpDriver::IpDriver(trapeze::Endpoint& endpoint, host::PagePool& pool, const InetParams& params)
    : endpoint_(endpoint),
      cpu_(endpoint.cpu()),
      pool_(pool),
      params_(params),
      mtu_(params.ip.mtu),
      frames_(frames_for(static_cast<std::size_t>(endpoint.config().mcp.max_payload.count))) {
  const auto handle = [](tpz_rcvmsg* message, void* driver) {
    return static_cast<IpDriver*>(driver)->receive(message);
  };
  tpz_register_handler(&endpoint, kType, handle, this);
  for (const auto& route : endpoint.config().routes) {
    if (routes_.size() <= route.node) routes_.resize(route.node + 1);
    routes_[route.node] = true;
  }
}

Physical IpDriver::frame_size() const {
  return static_cast<Physical>(cpu_.memory().frames.frame_size().count);
}

std::uint32_t IpDriver::frames_for(std::size_t length) const {
  const std::size_t frame = frame_size();
  return static_cast<std::uint32_t>((length + frame - 1) / frame);
}

/// The headers go into the control message. A page behind them goes as it is, if the card can reach
/// it: in one piece, in a frame, at a multiple of 4 B.
IpDriver::Form IpDriver::form_of(const Chain& packet) const {
  if (packet.length <= TPZ_MOST_CONTROL) return {.control = packet.length};
  const auto most = static_cast<std::size_t>(endpoint_.config().mcp.max_payload.count);
  const Piece& last = packet.pieces.back();
  const std::size_t before = packet.length - last.length;
  if (before <= TPZ_MOST_CONTROL && last.at != 0 && last.at % 4 == 0 && last.length <= most)
    return {.control = before, .payload = last.at, .length = last.length};
  const std::size_t control =
      packet.length - packet.headers <= most ? packet.headers : std::size_t{TPZ_MOST_CONTROL};
  return {.control = control, .length = packet.length - control, .gather = true};
}

/// Some entries of the ring are left to others.
bool IpDriver::has_room() {
  const auto share = static_cast<std::uint32_t>(params_.ip.send_entries);
  return tpz_get_sendmsgs_waiting(&endpoint_) < share ||
         tpz_check_xmit_complete(&endpoint_) < share;
}

bool IpDriver::is_there(std::uint32_t node) const {
  return node < routes_.size() && routes_[node];
}

/// Handlers that send, too, find no half written entry.
template <class Work>
void IpDriver::uninterrupted(Work work) {
  const bool interruptible = !cpu_.in_interrupt();
  if (interruptible) cpu_.mask_interrupts();
  work();
  if (interruptible) cpu_.unmask_interrupts();
}

Outcome IpDriver::send(const Chain& packet) {
  // Whoever made up the address of a sender is answered there.
  if (!is_there(packet.to)) {
    ++counters_.no_route;
    return {Taken::kCopied};
  }
  Outcome outcome{Taken::kNoRoom};
  uninterrupted([&] {
    if (has_room()) outcome = post(packet);
  });
  counters_.ring_full += outcome.taken == Taken::kNoRoom;
  return outcome;
}

Outcome IpDriver::post(const Chain& packet) {
  cpu_.spend(params_.ip.driver_out, kDriverOut);
  Form form = form_of(packet);
  if (form.gather && (form.payload = gather(packet, form)) == 0) return {Taken::kNoFrame};
  tpz_sendmsg* const entry = tpz_get_sendmsg(&endpoint_);
  tpz_set_destination(entry, packet.to);
  tpz_set_type(entry, kType);
  std::array<std::uint8_t, TPZ_MOST_CONTROL> control;
  std::size_t written = 0;
  each_piece(packet, 0, form.control, [&](const std::uint8_t* bytes, std::size_t length) {
    std::copy_n(bytes, length, control.begin() + static_cast<std::ptrdiff_t>(written));
    written += length;
  });
  tpz_write_control(entry, 0, control.data(), written);
  if (form.length > 0) {
    void* const held = form.gather ? hold(nullptr, form.payload, frames_for(form.length))
                                   : hold(packet.packet, 0, 0);
    tpz_attach_sendmsg(entry, form.payload, &IpDriver::left, held);
    tpz_set_payload_len(entry, static_cast<std::uint32_t>(whole_words(form.length)));
  }
  tpz_release_sendmsg(entry);
  counters_.gathered += form.gather;
  counters_.pages += form.length > 0 && !form.gather;
  counters_.control_only += form.length == 0;
  return {form.length > 0 && !form.gather ? Taken::kHeld : Taken::kCopied,
          trapeze::trace_id(endpoint_.config().node,
                            static_cast<const trapeze::SendMessage*>(entry)->id)};
}

/// The payload of a packet in one piece; 0 if the pool has no frame for it.
Physical IpDriver::gather(const Chain& packet, const Form& form) {
  const auto row = pool_.try_allocate(frames_for(form.length));
  if (!row) return 0;
  std::size_t done = 0;
  each_piece(packet, form.control, packet.length,
             [&](const std::uint8_t* bytes, std::size_t length) {
               cpu_.memory().write(*row + static_cast<Physical>(done), {bytes, length});
               done += length;
             });
  cpu_.copied(Bytes(static_cast<std::int64_t>(done)), kGather);
  return *row;
}

void* IpDriver::hold(void* packet, Physical frame, std::uint32_t frames) {
  if (free_.empty()) free_.push_back(&held_.emplace_back());
  Held& one = *free_.back();
  free_.pop_back();
  one = {this, packet, frame, frames};
  return &one;
}

/// The library says so when the entry is used again, or all are looked at; also in an interrupt
/// handler.
void IpDriver::left(void* held) {
  Held& one = *static_cast<Held*>(held);
  IpDriver& driver = *one.driver;
  const Held was = one;
  driver.free_.push_back(&one);
  if (was.packet != nullptr) driver.user_->sent(was.packet);
  if (was.frame != 0) driver.pool_.free(was.frame, was.frames);
}

void IpDriver::complete_sent() {
  uninterrupted([this] { tpz_check_xmit_complete(&endpoint_); });
}

/// In the handler of the card's interrupt.
tpz_disposition IpDriver::receive(tpz_rcvmsg* message) {
  cpu_.spend(params_.ip.driver_in, kDriverIn);
  cpu_.spend(params_.inet.mbuf, kMbuf);
  std::array<std::uint8_t, TPZ_MOST_CONTROL> head;
  const std::size_t length = tpz_get_control_len(message);
  tpz_read_control(message, 0, head.data(), length);
  const auto& came = static_cast<const trapeze::ReceiveMessage&>(*message);
  Arrival arrival{.head = std::span(head).first(length),
                  .message = trapeze::trace_id(came.source, came.id)};
  if (take_payload(message, arrival)) user_->arrived(arrival);
  return TPZ_RELEASE;
}

/// The frame goes on with the packet, and the ring gets another one. Without one the packet is
/// dropped and the frame stays where it is.
bool IpDriver::take_payload(tpz_rcvmsg* message, Arrival& arrival) {
  arrival.length = tpz_get_payload_len(message);
  if (tpz_payload_discarded(message) || tpz_payload_truncated(message) ||
      tpz_ipt_accepted(message) || tpz_ipt_rejected(message)) {
    ++counters_.malformed;
    return false;
  }
  if (arrival.length == 0) return true;
  const auto fresh = pool_.try_allocate(frames_);
  if (!fresh) {
    ++counters_.no_frame;
    return false;
  }
  cpu_.spend(params_.inet.mbuf, kMbuf);
  arrival.frame = tpz_detach_rcvmsg(message);
  arrival.frames = frames_for(arrival.length);
  tpz_attach_rcvmsg(message, *fresh);
  // A payload may be shorter than the longest: the frames behind it go back in one piece.
  if (arrival.frames < frames_)
    pool_.free(arrival.frame + arrival.frames * frame_size(), frames_ - arrival.frames);
  return true;
}

}  // namespace flybar::inet
