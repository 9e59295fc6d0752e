#include "testbenches/tests/inet/socket/memory_device.h"

#include <algorithm>

namespace flybar::inet {

using host::Physical;

namespace {

constexpr std::size_t kControl = 128;  ///< bytes that arrive beside the frame, at most
constexpr Time kOnCard = Time::us(5);  ///< from send() until the bytes are read

}  // namespace

std::optional<Time> MemoryNetwork::carry(Packet& packet) {
  if (by_chance(setup_.lost) || !tamper(packet)) return std::nullopt;
  if (by_chance(setup_.damaged)) {
    const std::size_t bit = random() % (packet.size() * 8);
    packet[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
  }
  const auto late = static_cast<std::int64_t>(by_chance(setup_.late) ? random() % 1000 : 0);
  return setup_.delay + Time::us(late);
}

MemoryDevice::MemoryDevice(const Parts& parts, const Setup& setup) : parts_(parts), setup_(setup) {
  parts_.network.add(*this);
  for (std::size_t n = 0; n < setup.receive_frames; ++n)
    frames_.push_back(parts_.cpu.memory().frames.allocate());
  parts_.cpu.on_interrupt(parts_.line, [this](host::Cpu&) { interrupt(); });
}

/// As the driver of a Trapeze endpoint cuts a packet: what fits goes beside the frame, else the
/// headers alone if a frame has room for the rest.
std::size_t MemoryDevice::head_of(const Chain& packet) const {
  const auto frame = static_cast<std::size_t>(parts_.cpu.memory().frames.frame_size().count);
  if (packet.length <= kControl) return packet.length;
  return packet.length - packet.headers <= frame ? packet.headers : kControl;
}

Outcome MemoryDevice::send(const Chain& packet) {
  const Time now = parts_.cpu.now();
  if (sent_.size() >= setup_.send_entries) complete(now);
  if (sent_.size() >= setup_.send_entries) {
    ++counters_.no_room;
    return {Taken::kNoRoom};
  }
  ++counters_.sent;
  if (parts_.network.at(packet.to) == nullptr) {
    ++counters_.nowhere;
    return {Taken::kCopied};
  }
  Sent& one = sent_.emplace_back();
  one.pieces.assign(packet.pieces.begin(), packet.pieces.end());
  for (const Piece& piece : packet.pieces)
    one.bytes.insert(one.bytes.end(), piece.bytes, piece.bytes + piece.length);
  one.head = head_of(packet);
  one.to = packet.to;
  one.packet = packet.packet;
  one.leaves = now + kOnCard;
  one.done = one.leaves;
  if (setup_.completion == Completion::kInterrupt)
    one.done += Time::us(static_cast<std::int64_t>(parts_.network.random() % 500));
  schedule(now);
  return {Taken::kHeld, counters_.sent};
}

/// The frames are read only now; what lies in none was copied.
void MemoryDevice::leave(Sent& packet) {
  packet.left = true;
  MemoryNetwork::Packet bytes;
  for (const Piece& piece : packet.pieces) {
    const std::uint8_t* from = piece.at != 0 ? piece.bytes : packet.bytes.data() + bytes.size();
    bytes.insert(bytes.end(), from, from + piece.length);
  }
  counters_.changed += bytes != packet.bytes;
  if (const auto time = parts_.network.carry(bytes))
    on_wire_.push_back({std::move(bytes), packet.head, packet.to, packet.leaves + *time});
}

/// Several at once, the last one first.
void MemoryDevice::complete(Time now) {
  if (held_back_) return;
  for (std::size_t n = sent_.size(); n-- > 0;) {
    if (n >= sent_.size() || !sent_[n].left || sent_[n].done > now) continue;
    void* const packet = sent_[n].packet;
    sent_.erase(sent_.begin() + static_cast<std::ptrdiff_t>(n));
    user_->sent(packet);
  }
}

Time MemoryDevice::next(Time now) const {
  Time first = Time::never();
  for (const Sent& one : sent_) {
    if (!one.left) first = std::min(first, one.leaves);
    if (one.left && !held_back_ && setup_.completion == Completion::kInterrupt)
      first = std::min(first, std::max(one.done, now + Time::us(1)));
  }
  for (const OnWire& one : on_wire_) first = std::min(first, one.at);
  return first;
}

void MemoryDevice::schedule(Time now) {
  const Time when = next(now);
  if (when != Time::never()) parts_.agenda.schedule(*this, when);
}

void MemoryDevice::run(Time now) {
  for (Sent& one : sent_)
    if (!one.left && one.leaves <= now) leave(one);
  for (std::size_t n = 0; n < on_wire_.size();) {
    if (on_wire_[n].at > now) {
      ++n;
      continue;
    }
    const OnWire one = std::move(on_wire_[n]);
    on_wire_.erase(on_wire_.begin() + static_cast<std::ptrdiff_t>(n));
    parts_.network.at(one.to)->deliver(one.bytes, one.head, now);
  }
  const bool interrupts =
      setup_.completion == Completion::kInterrupt &&
      std::any_of(sent_.begin(), sent_.end(), [now](const Sent& one) { return one.done <= now; });
  if (interrupts) parts_.line.raise(now);
  schedule(now);
}

void MemoryDevice::deliver(const MemoryNetwork::Packet& packet, std::size_t head, Time at) {
  head = std::min({head, packet.size(), kControl});
  const auto length = static_cast<std::uint32_t>(packet.size() - head);
  if (length > static_cast<std::uint32_t>(parts_.cpu.memory().frames.frame_size().count)) {
    ++counters_.too_long;
    return;
  }
  Came came{{packet.begin(), packet.begin() + static_cast<std::ptrdiff_t>(head)}, 0, length};
  if (length > 0) {
    if (frames_.empty()) {
      ++counters_.ring_full;
      return;
    }
    came.frame = frames_.back();
    frames_.pop_back();
    parts_.cpu.memory().write(came.frame, std::span(packet).subspan(head));
  }
  came_.push_back(std::move(came));
  parts_.line.raise(at);
}

void MemoryDevice::interrupt() {
  parts_.line.lower(parts_.cpu.now());
  if (setup_.completion == Completion::kInterrupt) complete(parts_.cpu.now());
  while (!came_.empty()) {
    const Came one = std::move(came_.front());
    came_.pop_front();
    std::optional<Physical> fresh;
    if (one.length > 0 && !(fresh = parts_.pool.try_allocate())) {
      ++counters_.no_frame;
      frames_.push_back(one.frame);
      continue;
    }
    if (fresh) frames_.push_back(*fresh);
    user_->arrived({one.head, one.frame, one.length > 0 ? 1U : 0U, one.length});
  }
}

}  // namespace flybar::inet
