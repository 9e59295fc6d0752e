#include "models/myrinet/switch.h"

#include <algorithm>
#include <bit>

namespace flybar::myrinet {
namespace {

Time byte_time_of(const std::vector<Switch::Port>& ports) {
  for (const Switch::Port& port : ports)
    if (port.in != nullptr) return port.in->data.times.byte_time();
  return {};
}

}  // namespace

Switch::Switch(const std::string& name, const Timing& timing, std::vector<Port> ports,
               Observer& observer)
    : timing_(timing), byte_time_(byte_time_of(ports)), observer_(observer) {
  for (std::size_t i = 0; i < ports.size(); ++i) {
    ports_.emplace_back(ports[i], byte_time_, timing.slack);
    if (ports[i].in == nullptr) continue;
    connected_.push_back(i);
    ports_[i].output.track = observer.declare({.name = name + ".output" + std::to_string(i)});
  }
}

bool Switch::settle(Time floor) {
  floor_ = floor;
  if (calm_ && nothing_came()) return settle_calm();
  bool moved = false;
  for (bool granted = true; granted; moved |= granted) {
    granted = false;
    for (const std::size_t i : connected_) moved |= resting(ports_[i]) ? rest(ports_[i]) : step(i);
    for (PortSet asked = asked_; asked != 0; asked &= asked - 1)
      granted |= arbitrate(static_cast<std::size_t>(std::countr_zero(asked)));
  }
  requests_ = {};
  for (const std::size_t i : connected_) requests_.add(request_bound(ports_[i]), i);
  calm_ = true;
  for (const std::size_t i : connected_) send_flow(ports_[i]);
  for (const std::size_t i : connected_) tell(i);
  return moved;
}

bool Switch::nothing_came() const {
  return std::all_of(connected_.begin(), connected_.end(), [&](std::size_t i) {
    return ports_[i].left() == ports_[i].data().times.end();
  });
}

/// The same in little time for the case that all ports are at rest and stay so.
bool Switch::settle_calm() {
  Earliest heads;
  for (const std::size_t i : connected_) heads.add(ports_[i].data().known, i);
  const auto departure = [&](Time head) {
    return std::max(head + timing_.latency, floor_) + byte_time_;
  };
  const Time rest = byte_time_ * static_cast<std::int64_t>(timing_.slack.stop);
  for (const std::size_t i : connected_) {
    ports_[i].cables.out->know(departure(heads.first()), ports_[i].data().known + rest);
    ports_[i].cables.out->know_unprovoked(departure(heads.but(i)), Time::never());
  }
  return false;
}

/// Nothing is in the buffer, and nothing is known to come.
bool Switch::resting(const PortState& port) const {
  return port.input.state == State::kIdle && port.left() == port.data().times.end();
}

/// When the packet behind the one at the head may ask for an output at the earliest.
Time Switch::request_bound(const PortState& port) const {
  const Input& input = port.input;
  if (input.state == State::kIdle) return input.next;
  const std::uint64_t end = port.data().packets.front().end;
  if (end == PacketBounds::kOpen)
    return std::max(input.next + byte_time_, port.cables.in->tail_known() + timing_.latency);
  return input.next + byte_time_ * static_cast<std::int64_t>(end - port.left());
}

/// The packet that holds an output does not release it before.
Time Switch::release_bound(const PortState& owner) const {
  return std::min(request_bound(owner), deadline(owner.input) + byte_time_);
}

/// Before this, nothing leaves through the free output of `port`, if those that do not ask for an
/// output yet do not before `requests`. The turn of the route byte passes first: it is the one in
/// which GAP goes out.
Time Switch::grant_bound(const PortState& port, Time requests) const {
  for (PortSet waiting = port.output.waiting; waiting != 0; waiting &= waiting - 1)
    requests =
        std::min(requests, ports_[static_cast<std::size_t>(std::countr_zero(waiting))].input.next);
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

/// Neither STOP nor GO goes out before, if the node at this port begins no packet beyond those that
/// have begun.
Time Switch::unprovoked_symbol(const PortState& port) const {
  const Slack& slack = port.input.slack;
  if (slack.stopped() || slack.pending(port.data().times)) return slack.clear_until();
  if (resting(port)) return Time::never();
  if (!flows_freely(port)) return slack.clear_until();
  return std::max(slack.clear_until(), ports_[port.input.output].cables.in->flow_known);
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

void Switch::send_flow(PortState& port) {
  Slack& slack = port.input.slack;
  const Slack::View view{port.data().times, port.data().known, port.input.departures,
                         port.input.next};
  if (!slack.rest(view)) {
    while (const auto symbol = slack.next(view)) port.cables.out->send(*symbol);
    forget(port);
    calm_ = false;
  }
  calm_ = calm_ && port.input.state == State::kIdle;
}

/// Says what is certain not to be sent yet, and what is foretold of the bytes that will be.
void Switch::tell(std::size_t number) {
  const PortState& port = ports_[number];
  Cable& out = *port.cables.out;
  out.know(departure_bound(port), port.input.slack.clear_until());
  out.know_unprovoked(unprovoked_departure(number), unprovoked_symbol(port));
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

/// Departures stay until the bytes that could have met them in a full buffer have left.
void Switch::forget(PortState& port) {
  const Slack& slack = port.input.slack;
  const std::uint64_t left = port.left();
  port.data().times.forget_before(std::min(left, slack.oldest_arrival()));
  port.input.departures.forget_before(
      std::min(left - std::min(left, timing_.slack.size), slack.oldest_departure()));
}

Switch::Pending Switch::pending() const {
  Pending pending;
  if (calm_ && nothing_came()) return pending;
  for (const std::size_t i : connected_) {
    const PortState& port = ports_[i];
    if (!resting(port)) pending.departure = std::min(pending.departure, next_departure(port));
    const Slack& slack = port.input.slack;
    if (!slack.pending(port.data().times)) continue;
    const Time symbol = slack.clear_until();
    pending.departure = std::min(pending.departure, symbol + port.cables.out->delay());
    pending.symbol = std::min(pending.symbol, symbol);
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
