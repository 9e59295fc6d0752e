#include "models/myrinet/switch.h"

#include <algorithm>
#include <utility>

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
    connected_ |= only(i);
    ports[i].in->report(news_, i);
    ports_[i].output.track = observer.declare({.name = name + ".output" + std::to_string(i)});
  }
  request_bounds_.resize(ports.size());
  told_.resize(ports.size());
  pending_.resize(ports.size());
  learn();  // that anybody may ask for an output at once
}

bool Switch::settle(Time floor, Time near) {
  floor_ = floor;
  near_ = near;
  if (calm()) return settle_calm();
  bool moved = false;
  PortSet now = concerned();
  if ((now | dozing_) != 0) {
    do {
      looked_at_ |= now;
      each(now, [&](std::size_t i) { moved |= resting(ports_[i]) ? rest(ports_[i]) : step(i); });
      now = 0;
      each(asked_, [&](std::size_t i) { now |= arbitrate(i); });
      moved |= now != 0;
    } while (now != 0);
    learn();
  }
  tell_others();
  return moved;
}

/// Inputs to which something has come, or STOP or GO to their output; and those that would know
/// more, if something may happen there soon.
PortSet Switch::concerned() {
  const News news = std::exchange(news_, {});
  PortSet now = with_owners(news.symbols);
  now |= note_sleepers(news.bounds);
  doubtful_ |= now;
  later_ |= with_owners(news.bounds & ~asleep_);
  each(later_ & ~now, [&](std::size_t i) {
    if (is_near(i) || ((restless_ & only(i)) != 0 && resting(ports_[i]))) now |= only(i);
  });
  later_ &= ~now;
  return now;
}

/// Where something new is said of who sleeps, or somebody has fallen asleep. Returns who has woken.
PortSet Switch::note_sleepers(PortSet news) {
  PortSet woken = 0;
  dozing_ = 0;
  each(connected_ & (news | ~asleep_), [&](std::size_t i) {
    if (sleeps(ports_[i]))
      dozing_ |= only(i);
    else
      woken |= asleep_ & only(i);
  });
  asleep_ = (asleep_ | dozing_) & ~woken;
  return woken;
}

/// These ports, and those whose packets leave through them.
PortSet Switch::with_owners(PortSet outputs) const {
  PortSet all = outputs;
  each(outputs, [&](std::size_t i) {
    if (const auto owner = ports_[i].output.owner) all |= only(*owner);
  });
  return all;
}

/// What follows for others from that inputs have been looked at.
void Switch::learn() {
  each(looked_at_ | dozing_, [&](std::size_t i) { request_bounds_[i] = request_bound(i); });
  requests_ = {};
  each(connected_, [&](std::size_t i) { requests_.add(request_bounds_[i], i); });
  doubtful_ |= looked_at_;
  each(changed_, [&](std::size_t i) { doubtful_ |= ports_[i].output.waiting; });
  each(asked_, [&](std::size_t i) { later_ |= ports_[i].output.waiting; });
  later_ &= ~looked_at_;
  stale_ = connected_;
  each(looked_at_, [&](std::size_t i) { send_flow(i); });
}

void Switch::tell_others() {
  PortSet now = std::exchange(looked_at_, 0) | std::exchange(changed_, 0);
  each(stale_ & ~asleep_, [&](std::size_t i) {
    if (told_[i] < near_) now |= only(i);
  });
  stale_ &= ~now;
  each(now, [&](std::size_t i) { tell(i); });
}

bool Switch::nothing_came() const {
  bool nothing = true;
  each(connected_, [&](std::size_t i) {
    nothing = nothing && ports_[i].left() == ports_[i].data().times.end();
  });
  return nothing;
}

/// The same in little time for the case that all ports are at rest and stay so.
bool Switch::settle_calm() {
  Earliest heads;
  each(connected_, [&](std::size_t i) {
    const Cable& in = *ports_[i].cables.in;
    heads.add(sleeps(ports_[i]) ? std::max(in.data.known, in.sleeps_until()) : in.data.known, i);
  });
  const auto departure = [&](Time head) {
    return std::max(head + timing_.latency, floor_) + byte_time_;
  };
  const Time rest = byte_time_ * static_cast<std::int64_t>(timing_.slack.stop);
  each(connected_, [&](std::size_t i) {
    ports_[i].cables.out->know(departure(heads.first()), ports_[i].data().known + rest);
    ports_[i].cables.out->know_unprovoked(departure(heads.but(i)), Time::never());
  });
  return false;
}

/// Nothing is in the buffer, and nothing is known to come.
bool Switch::resting(const PortState& port) const {
  return port.input.state == State::kIdle && port.left() == port.data().times.end();
}

/// Who is at this port sleeps, and nothing is known here that could wake it. That begins with a
/// packet which somebody else has yet to send: so what it sends then does not come before others.
bool Switch::sleeps(const PortState& port) const {
  return port.cables.in->sleeps_until() != Time() && unused(port);
}

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

void Switch::send_flow(std::size_t number) {
  PortState& port = ports_[number];
  Slack& slack = port.input.slack;
  const Slack::View view{port.data().times, port.data().known, port.input.departures,
                         port.input.next};
  const bool idle = port.input.state == State::kIdle;
  bool rests = slack.rest(view);
  if (!rests) {
    while (const auto symbol = slack.next(view)) {
      port.cables.out->send(*symbol);
      if (symbol->stop) port.cables.in->hold_back();
    }
    forget(port);
    rests = idle && slack.rest(view);
  }
  if (idle && rests)
    restless_ &= ~only(number);
  else
    restless_ |= only(number);
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

/// Departures stay until the bytes that could have met them in a full buffer have left.
void Switch::forget(PortState& port) {
  const Slack& slack = port.input.slack;
  const std::uint64_t left = port.left();
  port.data().times.forget_before(std::min(left, slack.oldest_arrival()));
  port.input.departures.forget_before(
      std::min(left - std::min(left, timing_.slack.size), slack.oldest_departure()));
}

Switch::Pending Switch::pending() {
  each(with_owners(news_.symbols) | std::exchange(doubtful_, 0),
       [&](std::size_t i) { pending_[i] = pending_at(i); });
  Pending first;
  each(connected_, [&](std::size_t i) {
    first.departure = std::min(first.departure, pending_[i].departure);
    first.symbol = std::min(first.symbol, pending_[i].symbol);
  });
  return first;
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
