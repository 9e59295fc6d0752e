/// What a switch is certain not to do before some time.
#include <algorithm>

#include "models/myrinet/switch.h"

namespace flybar::myrinet {

/// When the packet behind the one at the head may ask for an output at the earliest.
Time Switch::request_bound(std::size_t number) const {
  const PortState& port = ports_[number];
  const Input& input = port.input;
  if ((asleep_ & only(number)) != 0)
    return std::max(input.next, port.cables.in->sleeps_until() + timing_.latency);
  if (input.state == State::kIdle) return input.next;
  const std::uint64_t end = port.data().packets.front().end;
  if (end == PacketBounds::kOpen)
    return std::max(input.next + byte_time_, port.cables.in->tail_known() + timing_.latency);
  return input.next + byte_time_ * static_cast<std::int64_t>(end - port.left());
}

/// The packet that holds an output does not release it before.
Time Switch::release_bound(std::size_t owner) const {
  return std::min(request_bound(owner), deadline(ports_[owner].input) + byte_time_);
}

/// Before this, nothing leaves through the free output of `port`, if those that do not ask for an
/// output yet do not before `requests`. The turn of the route byte passes first: it is the one in
/// which GAP goes out.
Time Switch::grant_bound(const PortState& port, Time requests) const {
  each(port.output.waiting,
       [&](std::size_t i) { requests = std::min(requests, ports_[i].input.next); });
  return std::max(port.output.free, requests) + byte_time_;
}

/// Before this, nothing leaves through the output of `port` beyond what has.
Time Switch::departure_bound(const PortState& port) const {
  if (port.output.owner) return ports_[*port.output.owner].input.next;
  return grant_bound(port, requests_.first());
}

/// The same, if the node at this port sends neither GO nor a packet beyond those that have begun.
Time Switch::unprovoked_departure(std::size_t number) const {
  const PortState& port = ports_[number];
  if (port.output.owner) {
    const Input& owner = ports_[*port.output.owner].input;
    const bool held = port.output.stopped && port.cables.in->flow.empty();
    return held ? std::max(owner.next, deadline(owner)) : owner.next;
  }
  const bool more = port.data().packets.size() > 1;
  return grant_bound(port, more ? requests_.first() : requests_.but(number));
}

/// Neither STOP nor GO goes out before, beyond those that have. The packet behind the one that
/// flows may have to wait, and fills the buffer then.
Time Switch::symbol_bound(const PortState& port) const {
  const Time filled = tail_bound(port) + byte_time_ * static_cast<std::int64_t>(timing_.slack.stop);
  return std::max(port.input.slack.clear_until(), std::min(free_flow_until(port), filled));
}

/// The same, if the node at this port begins no packet beyond those that have begun.
Time Switch::unprovoked_symbol(const PortState& port) const {
  const Slack& slack = port.input.slack;
  const bool still = slack.stopped() || slack.pending(port.data().times);
  if (!still && resting(port)) return Time::never();
  return std::max(slack.clear_until(), free_flow_until(port));
}

/// No packet begins to arrive before, behind those that have begun.
Time Switch::tail_bound(const PortState& port) const {
  if (resting(port) || port.data().packets.back().end != PacketBounds::kOpen)
    return std::max(port.data().known, port.data().times.free());
  return port.cables.in->tail_known();
}

/// As long as a packet flows freely, nothing but STOP from where it goes makes its slack buffer
/// send STOP. Long ago if none does.
Time Switch::free_flow_until(const PortState& port) const {
  const Slack& slack = port.input.slack;
  if (slack.stopped() || slack.pending(port.data().times) || !flows_freely(port)) return Time();
  return ports_[port.input.output].cables.in->flow_known;
}

/// The last packet that has begun leaves as it comes, until a STOP comes for it: so little waits in
/// the slack buffer that bytes which come one per byte time never fill it to the mark.
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

/// Says what is certain not to be sent yet, and what is foretold of the bytes that will be.
void Switch::tell(std::size_t number) {
  const PortState& port = ports_[number];
  Cable& out = *port.cables.out;
  if (port.cables.inner) {
    out.know(departure_bound(port), symbol_bound(port));
    told_[number] = out.known();
  } else {
    out.know(departure_bound(port), port.input.slack.clear_until());
    out.know_unprovoked(unprovoked_departure(number), unprovoked_symbol(port));
    told_[number] = out.horizon();
  }
  out.foretell(coming(port));
}

/// Of bytes on their way to this output.
std::optional<Envelope> Switch::coming(const PortState& port) const {
  if (!port.output.owner) return {};
  const PortState& from = ports_[*port.output.owner];
  const Stream& data = from.data();
  if (!from.cables.in->coming || data.packets.front().end != PacketBounds::kOpen) return {};
  Envelope bytes = *from.cables.in->coming;
  if (!leaves_as_it_comes(from)) bytes.level = Time::never();
  data.times.from_last(from.left(), [&](Time start, std::uint64_t count) {
    const auto n = static_cast<std::int64_t>(count);
    bytes.precede(start, start + byte_time_ * n, bytes.work(n));
  });
  bytes = bytes.delayed(timing_.latency);
  bytes.tail = std::min(bytes.tail, deadline(from.input));
  return bytes;
}

/// What is in the slack buffer leaves without a wait, and so does what follows.
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

/// When something leaves this slack buffer or its packet is cut, if the neighbours do nothing.
/// Takes what has come from them into account, whether it has been looked at or not.
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
