#include <algorithm>
#include <utility>

#include "models/myrinet/switch/bounds.h"

namespace flybar::myrinet {

void Bounds::note_requests(PortSet inputs) {
  bool anew = false;
  each(inputs, [&](std::size_t i) {
    const Time bound = request(i);
    anew |= std::min(std::exchange(request_bounds_[i], bound), bound) <= requests_.second();
  });
  if (!anew) return;
  Earliest requests;
  for (std::size_t i = 0; i < request_bounds_.size(); ++i) requests.add(request_bounds_[i], i);
  requests_ = requests;
}

Time Bounds::request(std::size_t number) const {
  const SwitchPort& port = state_.ports[number];
  const SwitchInput& input = port.input;
  if ((state_.suspended & only(number)) != 0)
    return std::max(input.next, port.cables.in->unless_reached() + state_.timing.latency);
  if (input.state == SwitchInput::State::kIdle) return input.next;
  const std::uint64_t end = port.data().packets.front().end;
  if (end == PacketBounds::kOpen)
    return std::max(input.next + state_.byte_time,
                    port.cables.in->tail_bound() + state_.timing.latency);
  return input.next + state_.byte_time * static_cast<std::int64_t>(end - port.left());
}

Time Bounds::release(std::size_t owner) const {
  return std::min(request(owner), state_.deadline(port(owner).input) + state_.byte_time);
}

/// Nothing leaves through the free output of `port` before, if no further input asks for an output
/// before `requests`. The turn of the route byte passes first: GAP goes out in it.
Time Bounds::grant(const SwitchPort& port, Time requests) const {
  each(port.output.waiting,
       [&](std::size_t i) { requests = std::min(requests, state_.ports[i].input.next); });
  return std::max(port.output.free, requests) + state_.byte_time;
}

Time Bounds::departure(std::size_t number) const {
  const SwitchPort& port = state_.ports[number];
  if (port.output.owner) return state_.ports[*port.output.owner].input.next;
  return grant(port, requests_.first());
}

Time Bounds::departure_but_echoes(std::size_t number) const {
  const SwitchPort& port = state_.ports[number];
  if (port.output.owner) {
    const SwitchInput& owner = state_.ports[*port.output.owner].input;
    const bool held = port.output.stopped && port.cables.in->flow.empty();
    return held ? std::max(owner.next, state_.deadline(owner)) : owner.next;
  }
  const bool more = port.data().packets.size() > 1;
  return grant(port, more ? requests_.first() : requests_.but(number));
}

/// The packet behind the one that flows may have to wait, and fills the buffer then.
Time Bounds::symbol(std::size_t number) const {
  const SwitchPort& port = state_.ports[number];
  const Time filled =
      next_packet(port) + state_.byte_time * static_cast<std::int64_t>(state_.timing.slack.stop);
  return std::max(port.input.slack.clear_until(), std::min(free_flow(port), filled));
}

Time Bounds::symbol_but_echoes(std::size_t number) const {
  const SwitchPort& port = state_.ports[number];
  const Slack& slack = port.input.slack;
  const bool still = slack.stopped() || slack.pending(port.data().times);
  if (!still && port.resting()) return Time::never();
  return std::max(slack.clear_until(), free_flow(port));
}

/// No further packet begins to arrive before.
Time Bounds::next_packet(const SwitchPort& port) const {
  if (port.resting() || port.data().packets.back().end != PacketBounds::kOpen)
    return std::max(port.data().known, port.data().times.free());
  return port.cables.in->tail_bound();
}

/// While a packet flows freely, its slack buffer sends STOP only after a STOP for the packet's
/// output. No such STOP is unknown before the time returned; Time() if no packet flows freely.
Time Bounds::free_flow(const SwitchPort& port) const {
  const Slack& slack = port.input.slack;
  if (slack.stopped() || slack.pending(port.data().times) || !flows_freely(port)) return Time();
  return state_.ports[port.input.output].cables.in->flow_known;
}

/// The last packet that has begun leaves as fast as it comes, until a STOP for its output: the
/// slack buffer holds too little for bytes that come one per byte time to fill it to the mark.
bool Bounds::flows_freely(const SwitchPort& port) const {
  if (port.input.state != SwitchInput::State::kSending || port.data().packets.size() > 1)
    return false;
  const SwitchPort& out = state_.ports[port.input.output];
  if (out.output.stopped || !out.cables.in->flow.empty()) return false;
  if (state_.timing.latency >
      state_.byte_time * static_cast<std::int64_t>(state_.timing.slack.stop))
    return false;
  const Schedule& arrivals = port.data().times;
  const auto waiting = static_cast<std::int64_t>(arrivals.end() - port.left());
  const auto mark = static_cast<std::int64_t>(state_.timing.slack.stop);
  return port.input.departures.free() + state_.byte_time * (waiting - mark) <=
         std::max(port.data().known, arrivals.free());
}

std::optional<Envelope> Bounds::rest(std::size_t number) const {
  const SwitchPort& port = state_.ports[number];
  if (!port.output.owner) return {};
  const SwitchPort& from = state_.ports[*port.output.owner];
  const Arrivals& data = from.data();
  if (!from.cables.in->rest || data.packets.front().end != PacketBounds::kOpen) return {};
  Envelope bytes = *from.cables.in->rest;
  if (!leaves_as_it_comes(from)) bytes.level = Time::never();
  data.times.from_last(from.left(), [&](Time start, std::uint64_t count) {
    const auto n = static_cast<std::int64_t>(count);
    bytes.precede(start, start + state_.byte_time * n, bytes.work(n));
  });
  bytes = bytes.delayed(state_.timing.latency);
  bytes.tail = std::min(bytes.tail, state_.deadline(from.input));
  return bytes;
}

/// The bytes in the slack buffer leave without a wait, and so do those that follow.
bool Bounds::leaves_as_it_comes(const SwitchPort& from) const {
  if (!flows_freely(from) || from.input.slack.stopped() || !from.cables.out->flow.empty())
    return false;
  const Schedule& arrivals = from.data().times;
  const bool more = from.left() < arrivals.end();
  const Time next = more ? arrivals.at(from.left()) : std::max(from.data().known, arrivals.free());
  return from.input.departures.free() <= next + state_.timing.latency;
}

Bounds::Pending Bounds::pending(std::size_t number) const {
  const SwitchPort& port = state_.ports[number];
  Pending pending;
  if (!port.resting()) pending.departure = next_departure(port);
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
Time Bounds::next_departure(const SwitchPort& port) const {
  const SwitchInput& input = port.input;
  const bool empty = port.left() == port.data().times.end();
  const Time first = empty ? Time::never()
                           : std::max({input.departures.free(), input.not_before,
                                       port.data().times.at(port.left()) + state_.timing.latency});
  if (input.state == SwitchInput::State::kIdle || input.state == SwitchInput::State::kDiscarding)
    return first;
  const SwitchPort& out = state_.ports[input.output];
  if (input.state == SwitchInput::State::kWaiting)
    return out.output.owner ? input.ready + state_.timing.timeout
                            : std::max(input.ready, out.output.free);
  const Time cut = state_.deadline(input);
  const bool held = out.output.stopped && out.cables.in->flow.empty();
  return held ? cut : std::min(first, cut);
}

}  // namespace flybar::myrinet
