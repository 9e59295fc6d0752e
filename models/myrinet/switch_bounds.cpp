/// What cannot happen in a switch before some time.
#include <algorithm>

#include "models/myrinet/switch.h"

namespace flybar::myrinet {

/// The packet behind the one at the head of this input asks for an output no earlier.
Time Switch::request_bound(std::size_t number) const {
  const PortState& port = ports_[number];
  const Input& input = port.input;
  if ((suspended_ & only(number)) != 0)
    return std::max(input.next, port.cables.in->unless_reached() + timing_.latency);
  if (input.state == State::kIdle) return input.next;
  const std::uint64_t end = port.data().packets.front().end;
  if (end == PacketBounds::kOpen)
    return std::max(input.next + byte_time_, port.cables.in->tail_bound() + timing_.latency);
  return input.next + byte_time_ * static_cast<std::int64_t>(end - port.left());
}

/// The packet of input `owner` releases the output that it holds no earlier.
Time Switch::release_bound(std::size_t owner) const {
  return std::min(request_bound(owner), deadline(ports_[owner].input) + byte_time_);
}

/// Nothing leaves through the free output of `port` before, if no further input asks for an output
/// before `requests`. The turn of the route byte passes first: GAP goes out in it.
Time Switch::grant_bound(const PortState& port, Time requests) const {
  each(port.output.waiting,
       [&](std::size_t i) { requests = std::min(requests, ports_[i].input.next); });
  return std::max(port.output.free, requests) + byte_time_;
}

/// Nothing else leaves through the output of `port` before.
Time Switch::departure_bound(const PortState& port) const {
  if (port.output.owner) return ports_[*port.output.owner].input.next;
  return grant_bound(port, requests_.first());
}

/// Nothing else leaves through the output of this port before, provided that the node at the port
/// sends no GO and begins no further packet.
Time Switch::departure_but_echoes(std::size_t number) const {
  const PortState& port = ports_[number];
  if (port.output.owner) {
    const Input& owner = ports_[*port.output.owner].input;
    const bool held = port.output.stopped && port.cables.in->flow.empty();
    return held ? std::max(owner.next, deadline(owner)) : owner.next;
  }
  const bool more = port.data().packets.size() > 1;
  return grant_bound(port, more ? requests_.first() : requests_.but(number));
}

/// No further STOP or GO goes out through `port` before. The packet behind the one that flows may
/// have to wait, and fills the buffer then.
Time Switch::symbol_bound(const PortState& port) const {
  const Time filled = tail_bound(port) + byte_time_ * static_cast<std::int64_t>(timing_.slack.stop);
  return std::max(port.input.slack.clear_until(), std::min(free_flow_until(port), filled));
}

/// No further STOP or GO goes out through `port` before, provided that the node at the port begins
/// no further packet.
Time Switch::symbol_but_echoes(const PortState& port) const {
  const Slack& slack = port.input.slack;
  const bool still = slack.stopped() || slack.pending(port.data().times);
  if (!still && resting(port)) return Time::never();
  return std::max(slack.clear_until(), free_flow_until(port));
}

/// No further packet begins to arrive before.
Time Switch::tail_bound(const PortState& port) const {
  if (resting(port) || port.data().packets.back().end != PacketBounds::kOpen)
    return std::max(port.data().known, port.data().times.free());
  return port.cables.in->tail_bound();
}

/// While a packet flows freely, its slack buffer sends STOP only after a STOP for the packet's
/// output. No such STOP is unknown before the time returned; Time() if no packet flows freely.
Time Switch::free_flow_until(const PortState& port) const {
  const Slack& slack = port.input.slack;
  if (slack.stopped() || slack.pending(port.data().times) || !flows_freely(port)) return Time();
  return ports_[port.input.output].cables.in->flow_known;
}

/// The last packet that has begun leaves as fast as it comes, until a STOP for its output: the
/// slack buffer holds too little for bytes that come one per byte time to fill it to the mark.
bool Switch::flows_freely(const PortState& port) const {
  if (port.input.state != State::kSending || port.data().packets.size() > 1) return false;
  const PortState& out = ports_[port.input.output];
  if (out.output.stopped || !out.cables.in->flow.empty()) return false;
  if (timing_.latency > byte_time_ * static_cast<std::int64_t>(timing_.slack.stop)) return false;
  const Schedule& arrivals = port.data().times;
  const auto waiting = static_cast<std::int64_t>(arrivals.end() - port.left());
  const auto mark = static_cast<std::int64_t>(timing_.slack.stop);
  return port.input.departures.free() + byte_time_ * (waiting - mark) <=
         std::max(port.data().known, arrivals.free());
}

/// The guarantee for the neighbour: without echoes for a node; another switch has none of its own.
void Switch::tell(std::size_t number) {
  const PortState& port = ports_[number];
  Cable& out = *port.cables.out;
  if (port.cables.inner) {
    out.guarantee(departure_bound(port), symbol_bound(port));
    told_[number] = out.known();
  } else {
    out.guarantee(departure_bound(port), port.input.slack.clear_until());
    out.guarantee_but_echoes(departure_but_echoes(number), symbol_but_echoes(port));
    told_[number] = out.safe_time();
  }
  out.give_envelope(rest_of_packet(port));
}

/// The envelope of the packet on its way to this output.
std::optional<Envelope> Switch::rest_of_packet(const PortState& port) const {
  if (!port.output.owner) return {};
  const PortState& from = ports_[*port.output.owner];
  const Arrivals& data = from.data();
  if (!from.cables.in->rest || data.packets.front().end != PacketBounds::kOpen) return {};
  Envelope bytes = *from.cables.in->rest;
  if (!leaves_as_it_comes(from)) bytes.level = Time::never();
  data.times.from_last(from.left(), [&](Time start, std::uint64_t count) {
    const auto n = static_cast<std::int64_t>(count);
    bytes.precede(start, start + byte_time_ * n, bytes.work(n));
  });
  bytes = bytes.delayed(timing_.latency);
  bytes.tail = std::min(bytes.tail, deadline(from.input));
  return bytes;
}

/// The bytes in the slack buffer leave without a wait, and so do those that follow.
bool Switch::leaves_as_it_comes(const PortState& from) const {
  if (!flows_freely(from) || from.input.slack.stopped() || !from.cables.out->flow.empty())
    return false;
  const Schedule& arrivals = from.data().times;
  const bool more = from.left() < arrivals.end();
  const Time next = more ? arrivals.at(from.left()) : std::max(from.data().known, arrivals.free());
  return from.input.departures.free() <= next + timing_.latency;
}

Switch::Pending Switch::pending_at(std::size_t number) const {
  const PortState& port = ports_[number];
  Pending pending;
  if (!resting(port)) pending.departure = next_departure(port);
  const Slack& slack = port.input.slack;
  if (slack.pending(port.data().times)) {
    pending.symbol = slack.clear_until();
    pending.departure = std::min(pending.departure, pending.symbol + port.cables.out->delay());
  }
  pending.symbol = std::min(pending.symbol, pending.departure);
  return pending;
}

/// When a byte leaves this slack buffer or its packet is cut, if the neighbours do nothing. Counts
/// all symbols that have come, also those at which the crossbar has not looked yet.
Time Switch::next_departure(const PortState& port) const {
  const Input& input = port.input;
  const bool empty = port.left() == port.data().times.end();
  const Time first = empty ? Time::never()
                           : std::max({input.departures.free(), input.not_before,
                                       port.data().times.at(port.left()) + timing_.latency});
  if (input.state == State::kIdle || input.state == State::kDiscarding) return first;
  const PortState& out = ports_[input.output];
  if (input.state == State::kWaiting)
    return out.output.owner ? input.ready + timing_.timeout
                            : std::max(input.ready, out.output.free);
  const Time cut = deadline(input);
  const bool held = out.output.stopped && out.cables.in->flow.empty();
  return held ? cut : std::min(first, cut);
}

}  // namespace flybar::myrinet
