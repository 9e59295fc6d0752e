#include "models/gmsnet/carriers/datagrams/datagram_carrier.h"

#include <algorithm>

#include "models/common/quantity.h"
#include "models/gmsnet/labels.h"
#include "models/inet/socket/datagrams.h"

namespace flybar::gmsnet {

using host::Physical;

DatagramCarrier::DatagramCarrier(inet::Inet& inet, const GmsnetParams& params)
    : inet_(inet),
      copy_start_(params.copy_start),
      calls_(params.calls_under_way, params.timeout),
      port_(inet, kPort, *this) {
  const std::size_t most = inet::Datagrams::kMost - most_before_page();
  if (frame_size() <= most) return;
  throw ConfigurationError(
      {{"host.frame",
        quantity::print(Bytes(static_cast<std::int64_t>(frame_size()))) +
            " and its headers are more than a datagram",
        "up to " + quantity::print(Bytes(static_cast<std::int64_t>(most))) + " over datagrams",
        "lower it, or have calls over another carrier"}});
}

std::size_t DatagramCarrier::frame_size() const {
  return inet_.page();
}

bool DatagramCarrier::send(const Outgoing& outgoing) {
  if (outgoing.call != 0 && !calls_.has_room(inet_.cpu().now())) {
    ++counters_.waited;
    return false;
  }
  const Message& message = outgoing.message;
  const auto page = static_cast<std::size_t>(message.payload_length.count);
  const auto head = datagram_head(outgoing.control, page);
  if (outgoing.call != 0) calls_.begins(outgoing.call, inet_.cpu().now());
  const bool taken = port_.send(outgoing.to, head,
                                {.at = message.payload,
                                 .length = message.payload_length,
                                 .left = message.completion,
                                 .arg = message.completion_arg});
  if (!taken && outgoing.call != 0) calls_.ends(outgoing.call);
  return taken;
}

bool DatagramCarrier::wait(host::Signal& signal, Time timeout) {
  return timeout > Time() && inet_.wait(signal, timeout);
}

/// In the software interrupt.
void DatagramCarrier::arrived(const inet::KernelPort::Came& datagram) {
  DatagramLengths lengths;
  Header header;
  if (const auto cause = look_at(datagram, lengths, header)) {
    ++counters_.malformed[static_cast<std::size_t>(*cause)];
    return port_.release(datagram);
  }
  Held& one = held_.emplace_back();
  one.place = std::prev(held_.end());
  one.source = datagram.node;
  one.payload_length = Bytes(static_cast<std::int64_t>(lengths.page));
  one.datagram = datagram;
  one.lengths = lengths;
  const Disposition what = header.reply ? user_->reply_arrived(one) : user_->request_arrived(one);
  if (what == Disposition::kRelease) release(one);
}

/// Whoever made it up is no kernel: nothing of it is believed before all of it fits together.
std::optional<Malformed> DatagramCarrier::look_at(const inet::KernelPort::Came& datagram,
                                                  DatagramLengths& lengths, Header& header) const {
  if (datagram.port != kPort) return Malformed::kPort;
  constexpr std::size_t kLooked = layout::Datagram::kSize + layout::Header::kSize;
  std::array<std::uint8_t, kLooked> head{};
  inet::KernelPort::read(datagram, 0, head);
  if (const auto cause =
          read_lengths(head, inet::KernelPort::length(datagram), frame_size(), lengths))
    return cause;
  Arguments none;
  header = decode(std::span(head).subspan(layout::Datagram::kSize), none);
  if (header.reply && header.token.origin != node()) return Malformed::kForeign;
  return std::nullopt;
}

std::span<const std::uint8_t> DatagramCarrier::control(Incoming& message, Buffer& buffer) {
  const Held& held = static_cast<const Held&>(message);
  const auto control = std::span(buffer).first(held.lengths.control);
  inet::KernelPort::read(held.datagram, layout::Datagram::kSize, control);
  return control;
}

void DatagramCarrier::deliver(Incoming& message, const Expected& expected, PageToken /*token*/,
                              Reply& reply) {
  reply.payload = expected.frame;
  reply.payload_length = Bytes();
  const Bytes length = message.payload_length;
  if (length == Bytes()) return;
  if (length > expected.length) {
    reply.status = Status::kRejected;
    return;
  }
  reply.payload_length = length;
  if (expected.may_exchange) {
    if (const Physical came = take_whole(static_cast<Held&>(message))) {
      inet_.pool().free(expected.frame);
      reply.payload = came;
      return;
    }
  }
  inet_.cpu().spend(copy_start_, kCopying);
  copy(message, expected.frame, length);
}

void DatagramCarrier::copy(Incoming& message, Physical to, Bytes length) {
  const Held& held = static_cast<const Held&>(message);
  ++counters_.copied;
  const auto target = inet_.cpu().memory().edit(to).first(static_cast<std::size_t>(length.count));
  inet::KernelPort::read(held.datagram, held.lengths.page_at(), target);
  inet_.cpu().copied(length, kCopying);
}

/// The frame that the page came in, if it has come alone.
Physical DatagramCarrier::take_whole(Held& message) {
  const Physical came =
      port_.take_frame(message.datagram, message.lengths.page_at(), message.lengths.page);
  counters_.exchanged += came != 0;
  return came;
}

Physical DatagramCarrier::take_frame(Incoming& message) {
  if (message.payload_length == Bytes()) return 0;
  if (const Physical came = take_whole(static_cast<Held&>(message))) return came;
  const auto fresh = inet_.pool().try_allocate();
  if (!fresh) return 0;
  inet_.cpu().spend(copy_start_, kCopying);
  copy(message, *fresh, message.payload_length);
  return *fresh;
}

void DatagramCarrier::release(Incoming& message) {
  const Held& held = static_cast<const Held&>(message);
  const inet::KernelPort::Came datagram = held.datagram;
  held_.erase(held.place);
  port_.release(datagram);
}

}  // namespace flybar::gmsnet
