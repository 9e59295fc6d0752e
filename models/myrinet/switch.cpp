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
  learn();  // every input may ask for an output at once
}

bool Switch::settle(Time floor, Time near) {
  floor_ = floor;
  near_ = near;
  if (calm()) return settle_calm();
  bool moved = false;
  PortSet now = concerned();
  if ((now | suspension_news_) != 0) {
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

/// Inputs to which a symbol has come, and those whose packets leave through the same port. Of those
/// with a new guarantee only the ones at which something may happen soon.
PortSet Switch::concerned() {
  const News news = std::exchange(news_, {});
  PortSet now = with_owners(news.symbols);
  now |= note_suspended(news.guarantees);
  doubtful_ |= now;
  later_ |= with_owners(news.guarantees & ~suspended_);
  each(later_ & ~now, [&](std::size_t i) {
    if (is_near(i) || ((restless_ & only(i)) != 0 && resting(ports_[i]))) now |= only(i);
  });
  later_ &= ~now;
  return now;
}

/// `news` are the ports with a new guarantee. Returns the ports that are not suspended any longer.
PortSet Switch::note_suspended(PortSet news) {
  PortSet resumed = 0;
  suspension_news_ = 0;
  each(connected_ & (news | ~suspended_), [&](std::size_t i) {
    if (is_suspended(ports_[i]))
      suspension_news_ |= only(i);
    else
      resumed |= suspended_ & only(i);
  });
  suspended_ = (suspended_ | suspension_news_) & ~resumed;
  return resumed;
}

/// These ports, and the inputs whose packets leave through them.
PortSet Switch::with_owners(PortSet outputs) const {
  PortSet all = outputs;
  each(outputs, [&](std::size_t i) {
    if (const auto owner = ports_[i].output.owner) all |= only(*owner);
  });
  return all;
}

/// Derives bounds, and STOP and GO, from the inputs that have been looked at.
void Switch::learn() {
  each(looked_at_ | suspension_news_,
       [&](std::size_t i) { request_bounds_[i] = request_bound(i); });
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
  each(stale_ & ~suspended_, [&](std::size_t i) {
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

/// Does what settle() does, in little time, while all ports are at rest and stay so.
bool Switch::settle_calm() {
  Earliest heads;
  each(connected_, [&](std::size_t i) {
    const Cable& in = *ports_[i].cables.in;
    heads.add(
        is_suspended(ports_[i]) ? std::max(in.data.known, in.unless_reached()) : in.data.known, i);
  });
  const auto departure = [&](Time head) {
    return std::max(head + timing_.latency, floor_) + byte_time_;
  };
  const Time rest = byte_time_ * static_cast<std::int64_t>(timing_.slack.stop);
  each(connected_, [&](std::size_t i) {
    ports_[i].cables.out->guarantee(departure(heads.first()), ports_[i].data().known + rest);
    ports_[i].cables.out->guarantee_but_echoes(departure(heads.but(i)), Time::never());
  });
  return false;
}

/// The node at this port is suspended and its port unused. Whatever reaches the node begins with a
/// packet that another node has yet to send, so the switch may ignore the time of this node.
bool Switch::is_suspended(const PortState& port) const {
  return port.cables.in->unless_reached() != Time() && unused(port);
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

}  // namespace flybar::myrinet
