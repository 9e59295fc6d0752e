#include "models/lan/driver/driver.h"

#include <algorithm>
#include <string>
#include <utility>

#include "models/common/error.h"
#include "models/contracts/message_events.h"
#include "models/host/memory/words.h"
#include "models/lan/driver/labels.h"

namespace flybar::lan {

using host::Physical;
using inet::Taken;

namespace {

using Layout = regs::Descriptor;
/// For the headers of a packet to send, and for the first bytes of one that has come: those of the
/// link, of IP and of TCP with some options.
constexpr std::uint32_t kSendHeader = 256, kReceiveHeader = 64;
/// Most buffers of a packet to send; drivers of the time copied longer chains.
constexpr std::size_t kMostBuffers = 8;

std::uint32_t whole_words(std::uint32_t bytes) {
  return (bytes + 3) / 4 * 4;
}

}  // namespace

Driver::Driver(Parts parts, const LanParams& lan, const RingParams& params)
    : parts_(std::move(parts)), lan_(lan), params_(params) {
  const auto longest = static_cast<std::uint32_t>(lan_.header() + lan_.mtu.count);
  frames_ = frames_for(std::max(longest, kReceiveHeader + 1) - kReceiveHeader);
  parts_.cpu.on_interrupt(parts_.interrupt, [this](host::Cpu&) { interrupt(); });
}

std::uint32_t Driver::frame_size() const {
  return static_cast<std::uint32_t>(parts_.cpu.memory().frames.frame_size().count);
}
std::uint32_t Driver::frames_for(std::uint32_t length) const {
  return (length + frame_size() - 1) / frame_size();
}

// The driver's own memory: both rings, then the headers.
Physical Driver::send_descriptor(std::uint32_t n) const {
  return own_ + n * Layout::kSize;
}
Physical Driver::receive_descriptor(std::uint32_t n) const {
  return send_descriptor(rings() + n);
}
Physical Driver::send_header(std::uint32_t n) const {
  return send_descriptor(2 * rings()) + n * kSendHeader;
}
Physical Driver::receive_header(std::uint32_t n) const {
  return send_header(rings()) + n * kReceiveHeader;
}

void Driver::put(Physical at, std::uint32_t word) {
  std::array<std::uint8_t, 4> bytes;
  host::put_word(bytes, word);
  memory().write(at, bytes);
}

void Driver::set_register(std::uint32_t offset, std::uint32_t value) {
  parts_.cpu.store_word(parts_.window + offset, value);
}

void Driver::start() {
  const std::uint32_t bytes = rings() * (2 * Layout::kSize + kSendHeader + kReceiveHeader);
  const auto own = parts_.pool.try_allocate(frames_for(bytes));
  if (!own)
    throw SimulationError("the driver of " + std::string(parts_.card.name()),
                          "no frames in a row for its rings",
                          "a pool with " + std::to_string(frames_for(bytes)) + " such frames",
                          "raise host.memory, or lower lan.rings");
  own_ = *own;
  memory().frames.lend(own_, Bytes(bytes), host::FrameState::kShared);
  std::vector<std::uint8_t> zeros(bytes);
  memory().write(own_, zeros);
  behind_.resize(rings());
  for (std::uint32_t n = 0; n < rings(); ++n) {
    const auto frames = parts_.pool.try_allocate(frames_);
    if (!frames)
      throw SimulationError("the driver of " + std::string(parts_.card.name()),
                            "no frames for its receive ring",
                            "a pool with " + std::to_string(frames_ * rings()) + " frames",
                            "raise host.memory, or lower lan.rings");
    behind_[n] = *frames;
    make_receive_descriptor(n);
  }
  parts_.cpu.sync();
  set_register(regs::ReceiveBase::kOffset, receive_descriptor(0));
  set_register(regs::ReceiveLength::kOffset, rings());
  set_register(regs::SendBase::kOffset, send_descriptor(0));
  set_register(regs::SendLength::kOffset, rings());
  set_register(regs::Mask::kOffset, regs::kInterruptSent | regs::kInterruptReceived);
  parts_.cpu.drain();
}

/// It is the card's from here on.
void Driver::make_receive_descriptor(std::uint32_t n) {
  const auto longest = static_cast<std::uint32_t>(lan_.header() + lan_.mtu.count);
  const std::uint32_t rest = whole_words(std::max(longest, kReceiveHeader) - kReceiveHeader);
  memory().frames.lend(behind_[n], Bytes(std::int64_t{frames_} * frame_size()),
                       host::FrameState::kReceiving);
  const Physical at = receive_descriptor(n);
  put(at + Layout::kControl, kReceiveHeader | rest << Layout::kControlLength2Shift |
                                 (n + 1 == rings() ? Layout::kControlEndMask : 0));
  put(at + Layout::kBuffer1, receive_header(n));
  put(at + Layout::kBuffer2, behind_[n]);
  put(at + Layout::kStatus, Layout::kStatusOwnerMask);
}

/// Handlers that send, too, find no half written descriptor.
template <class Work>
void Driver::uninterrupted(Work work) {
  const bool interruptible = !parts_.cpu.in_interrupt();
  if (interruptible) parts_.cpu.mask_interrupts();
  work();
  if (interruptible) parts_.cpu.unmask_interrupts();
}

const Route* Driver::route_to(std::uint32_t node) const {
  for (const Route& route : parts_.routes)
    if (route.node == node) return &route;
  return nullptr;
}

std::size_t Driver::most_buffers() const {
  return std::min<std::size_t>(kMostBuffers, 2 * rings());
}

bool Driver::has_room(std::size_t descriptors) const {
  return own_ != 0 && used_ + descriptors <= rings();
}

inet::Outcome Driver::send(const inet::Chain& packet) {
  // Whoever made up the address of a sender is answered there.
  const Route* const route = route_to(packet.to);
  if (route == nullptr) {
    ++counters_.no_route;
    return {Taken::kCopied};
  }
  inet::Outcome outcome{Taken::kNoRoom};
  uninterrupted([&] {
    const std::size_t most = std::min(most_buffers() / 2, (packet.pieces.size() + 2) / 2);
    if (!has_room(most)) reclaim();
    if (has_room(most)) outcome = post(packet, *route);
  });
  counters_.ring_full += outcome.taken == Taken::kNoRoom;
  return outcome;
}

inet::Outcome Driver::post(const inet::Chain& packet, const Route& route) {
  parts_.cpu.spend(params_.driver, kDriverOut);
  std::vector<Buffer> buffers = lay_out(packet, route);
  Physical gathered = 0;
  if (buffers.empty()) {
    buffers = gather(packet, route);
    if (buffers.empty()) return {Taken::kNoFrame};
    gathered = buffers.back().at;
    ++counters_.gathered;
  }
  UnderWay one{.descriptors = static_cast<std::uint32_t>((buffers.size() + 1) / 2),
               .lent = {},
               .packet = nullptr,
               .gathered = gathered};
  for (const Buffer& buffer : buffers)
    if (buffer.lent) {
      memory().frames.lend(buffer.at, Bytes(buffer.length), host::FrameState::kSending);
      one.lent.push_back(buffer);
    }
  const bool held = gathered == 0 && !one.lent.empty();
  if (held) one.packet = packet.packet;
  used_ += one.descriptors;
  under_way_.push_back(std::move(one));
  // The card may look at once.
  parts_.cpu.sync();
  write_descriptors(buffers, route);
  set_register(regs::SendDemand::kOffset, 1);
  parts_.cpu.write_barrier();
  ++counters_.sent;
  return {held ? Taken::kHeld : Taken::kCopied, message_id(parts_.card.port(), ++serial_)};
}

std::vector<std::uint8_t> Driver::link_header(const Route& route) const {
  if (lan_.cells()) return {aal5::kIpv4.begin(), aal5::kIpv4.end()};
  std::vector<std::uint8_t> header = route.bytes;
  const ethernet::Address own = ethernet::address_of(parts_.card.port());
  header.insert(header.end(), own.begin(), own.end());
  header.push_back(ethernet::kIpv4 >> 8);
  header.push_back(ethernet::kIpv4 & 0xFF);
  return header;
}

/// Nothing if the pieces are too many, or what lies in no frame is too much.
std::vector<Driver::Buffer> Driver::lay_out(const inet::Chain& packet, const Route& route) {
  std::vector<std::uint8_t> copied = link_header(route);
  std::vector<Buffer> buffers{{send_header(head_), static_cast<std::uint32_t>(copied.size())}};
  for (const inet::Piece& piece : packet.pieces) {
    const auto length = static_cast<std::uint32_t>(piece.length);
    if (piece.at != 0) {
      buffers.push_back({piece.at, length, true});
      continue;
    }
    const Physical at = send_header(head_) + static_cast<Physical>(copied.size());
    copied.insert(copied.end(), piece.bytes, piece.bytes + piece.length);
    if (copied.size() > kSendHeader) return {};
    if (buffers.back().lent)
      buffers.push_back({at, length});
    else
      buffers.back().length += length;
  }
  if (buffers.size() > most_buffers()) return {};
  memory().write(send_header(head_), copied);
  return buffers;
}

/// Nothing if the pool has no frame.
std::vector<Driver::Buffer> Driver::gather(const inet::Chain& packet, const Route& route) {
  const auto length = static_cast<std::uint32_t>(packet.length);
  const auto row = parts_.pool.try_allocate(frames_for(length));
  if (!row) return {};
  Physical at = *row;
  for (const inet::Piece& piece : packet.pieces) {
    memory().write(at, {piece.bytes, piece.length});
    at += static_cast<Physical>(piece.length);
  }
  parts_.cpu.copied(Bytes(length), kDriverGather);
  const std::vector<std::uint8_t> header = link_header(route);
  memory().write(send_header(head_), header);
  return {{send_header(head_), static_cast<std::uint32_t>(header.size())}, {*row, length, true}};
}

/// The interrupt brings descriptors back when half of the ring is used.
void Driver::write_descriptors(const std::vector<Buffer>& buffers, const Route& route) {
  const std::uint32_t circuit =
      lan_.cells() ? std::uint32_t{route.bytes[0]} << 8 | route.bytes[1] : 0;
  const std::uint32_t interrupt = 2 * used_ > rings() ? Layout::kControlInterruptMask : 0;
  for (std::size_t n = 0; n < buffers.size(); n += 2) {
    const bool second = n + 1 < buffers.size(), last = n + 2 >= buffers.size();
    const Physical at = send_descriptor(head_);
    put(at + Layout::kControl,
        buffers[n].length | (second ? buffers[n + 1].length << Layout::kControlLength2Shift : 0) |
            (n == 0 ? Layout::kControlFirstMask : 0) |
            (last ? Layout::kControlLastMask | interrupt : 0) |
            (head_ + 1 == rings() ? Layout::kControlEndMask : 0));
    put(at + Layout::kBuffer1, buffers[n].at);
    put(at + Layout::kBuffer2, second ? buffers[n + 1].at : 0);
    put(at + Layout::kStatus, Layout::kStatusOwnerMask | circuit << Layout::kStatusCircuitShift);
    head_ = (head_ + 1) % rings();
  }
}

/// The card gives the descriptors of a packet back in their order, when it has left.
void Driver::reclaim() {
  while (!under_way_.empty()) {
    const std::uint32_t last =
        (head_ + 2 * rings() - used_ + under_way_.front().descriptors - 1) % rings();
    if ((memory().word(send_descriptor(last)) & Layout::kStatusOwnerMask) != 0) return;
    reclaim_one();
  }
}

void Driver::reclaim_one() {
  const UnderWay one = std::move(under_way_.front());
  under_way_.pop_front();
  used_ -= one.descriptors;
  for (const Buffer& buffer : one.lent) memory().frames.take_back(buffer.at, Bytes(buffer.length));
  if (one.gathered != 0) parts_.pool.free(one.gathered, frames_for(one.lent.front().length));
  if (one.packet != nullptr) user_->sent(one.packet);
}

void Driver::complete_sent() {
  uninterrupted([this] { reclaim(); });
}

void Driver::interrupt() {
  const std::uint32_t causes = parts_.cpu.load_word(parts_.window + regs::Status::kOffset);
  set_register(regs::Status::kOffset, causes);
  // The line is low before the handler returns.
  parts_.cpu.drain();
  reclaim();
  while ((memory().word(receive_descriptor(next_)) & Layout::kStatusOwnerMask) == 0) {
    receive(next_);
    next_ = (next_ + 1) % rings();
  }
}

void Driver::receive(std::uint32_t place) {
  parts_.cpu.spend(params_.driver, kDriverIn);
  const std::uint32_t status = memory().word(receive_descriptor(place) + Layout::kStatus);
  const std::uint32_t length = status & Layout::kStatusLengthMask;
  const bool damaged = (status & Layout::kStatusDamagedMask) != 0;
  const bool too_long = (status & Layout::kStatusTooLongMask) != 0;
  counters_.damaged += damaged;
  counters_.malformed += too_long && !damaged;
  if (damaged || too_long || !take(place, length))
    memory().frames.take_back(behind_[place], Bytes(std::int64_t{frames_} * frame_size()));
  // The card may look at once.
  parts_.cpu.sync();
  make_receive_descriptor(place);
}

bool Driver::is_packet(std::span<const std::uint8_t> head) const {
  if (head.size() <= lan_.header()) return false;
  if (lan_.cells()) return std::equal(aal5::kIpv4.begin(), aal5::kIpv4.end(), head.begin());
  return head[12] == ethernet::kIpv4 >> 8 && head[13] == (ethernet::kIpv4 & 0xFF);
}

/// The frame goes on with the packet, and the ring gets another one. Without one the packet is
/// dropped and the frame stays where it is: false.
bool Driver::take(std::uint32_t place, std::uint32_t length) {
  std::array<std::uint8_t, kReceiveHeader> bytes;
  memory().read(receive_header(place), bytes);
  const auto head = std::span(bytes).first(std::min(length, kReceiveHeader));
  if (!is_packet(head)) {
    ++counters_.malformed;
    return false;
  }
  inet::Arrival arrival{.head = head.subspan(lan_.header()),
                        .length = length - static_cast<std::uint32_t>(head.size()),
                        .message = parts_.card.received_message(place)};
  if (arrival.length > 0) {
    const auto fresh = parts_.pool.try_allocate(frames_);
    if (!fresh) {
      ++counters_.no_frame;
      return false;
    }
    memory().frames.take_back(behind_[place], Bytes(std::int64_t{frames_} * frame_size()));
    arrival.frame = std::exchange(behind_[place], *fresh);
    arrival.frames = frames_for(arrival.length);
    // A packet may be shorter than the longest: the frames behind it go back.
    if (arrival.frames < frames_)
      parts_.pool.free(arrival.frame + arrival.frames * frame_size(), frames_ - arrival.frames);
  } else {
    memory().frames.take_back(behind_[place], Bytes(std::int64_t{frames_} * frame_size()));
  }
  ++counters_.received;
  user_->arrived(arrival);
  return true;
}

}  // namespace flybar::lan
