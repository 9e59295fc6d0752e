#include "models/myrinet/switch/switch.h"

#include <algorithm>
#include <utility>

#include "models/common/earliest.h"

namespace flybar::myrinet {
namespace {

/// A port forgets the times of its bytes only if it has more runs of them than this.
constexpr std::size_t kKeptRuns = 32;

Time byte_time_of(const std::vector<SwitchCables>& ports) {
  for (const SwitchCables& cables : ports)
    if (cables.in != nullptr) return cables.in->data.times.byte_time();
  return {};
}

SwitchState initial_state(const SwitchTiming& timing, const std::vector<SwitchCables>& ports) {
  SwitchState state{.timing = timing,
                    .byte_time = byte_time_of(ports),
                    .ports = {},
                    .told = std::vector<Time>(ports.size()),
                    .floor = {},
                    .near = {}};
  for (std::size_t i = 0; i < ports.size(); ++i) {
    state.ports.emplace_back(ports[i], state.byte_time, timing.slack);
    if (ports[i].in != nullptr) state.connected |= only(i);
  }
  return state;
}

}  // namespace

Switch::Switch(const std::string& name, const SwitchTiming& timing,
               const std::vector<SwitchCables>& cables, Observer& observer)
    : state_(initial_state(timing, cables)),
      bounds_(state_),
      crossbar_(state_, bounds_, observer),
      pending_(cables.size()) {
  each(state_.connected, [&](std::size_t i) {
    cables[i].in->report(news_, i);
    if (!cables[i].inner) nodes_ |= only(i);
    state_.ports[i].output.track =
        observer.declare({.name = name + ".output" + std::to_string(i), .block = Block::kNetwork});
  });
  stale_ = state_.connected;
}

bool Switch::settle(Time floor, Time near) {
  const bool new_floor = std::exchange(state_.floor, floor) != floor;
  const bool new_near = std::exchange(state_.near, near) != near;
  if (news_.none() && !new_near && !(new_floor && calm())) return false;
  if (calm()) return settle_calm();
  bool moved = false;
  const PortSet inputs = concerned();
  if ((inputs | suspension_news_) != 0) {
    moved = crossbar_.move(inputs);
    learn();
  }
  tell_others();
  return moved;
}

/// Inputs to which a symbol has come, and those whose packets leave through the same port. Of those
/// with a new guarantee only the ones at which something may happen soon.
PortSet Switch::concerned() {
  const News news = std::exchange(news_, {}) | std::exchange(calm_news_, {});
  PortSet now = with_owners(news.symbols);
  now |= note_suspended(news.guarantees);
  pending_changed_ |= now;
  later_ |= with_owners(news.guarantees & ~state_.suspended);
  each(later_ & ~now, [&](std::size_t i) {
    const bool at_rest_now = (restless_ & only(i)) != 0 && state_.ports[i].resting();
    if (at_rest_now || state_.is_near(i)) now |= only(i);
  });
  later_ &= ~now;
  return now;
}

/// Whatever reaches a suspended node begins with a packet that another node has yet to send, so the
/// switch may ignore the time of the suspended node as long as its port is unused. `news` are the
/// ports with a new guarantee. Returns the ports that are not suspended any longer.
PortSet Switch::note_suspended(PortSet news) {
  PortSet resumed = 0;
  suspension_news_ = 0;
  each((news & nodes_) | (resting_nodes_ & ~state_.suspended), [&](std::size_t i) {
    const SwitchPort& port = state_.ports[i];
    const bool rests = port.cables.in->unless_reached() != Time();
    resting_nodes_ = rests ? resting_nodes_ | only(i) : resting_nodes_ & ~only(i);
    if (rests && unused(port))
      suspension_news_ |= only(i);
    else
      resumed |= state_.suspended & only(i);
  });
  state_.suspended = (state_.suspended | suspension_news_) & ~resumed;
  return resumed;
}

/// These ports, and the inputs whose packets leave through them.
PortSet Switch::with_owners(PortSet outputs) const {
  PortSet all = outputs;
  each(outputs, [&](std::size_t i) {
    if (const auto owner = state_.ports[i].output.owner) all |= only(*owner);
  });
  return all;
}

/// Derives what follows from the changes in the crossbar: bounds, and STOP and GO.
void Switch::learn() {
  const Crossbar::Changes& changes = crossbar_.changes();
  bounds_.note_requests(changes.inputs | suspension_news_);
  pending_changed_ |= changes.inputs;
  each(changes.outputs, [&](std::size_t i) { pending_changed_ |= state_.ports[i].output.waiting; });
  later_ = (later_ & ~changes.inputs) | changes.passed_over;
  stale_ = state_.connected;
  each(changes.inputs, [&](std::size_t i) { send_flow(i); });
}

void Switch::tell_others() {
  const Crossbar::Changes changes = crossbar_.take_changes();
  PortSet now = changes.inputs | changes.outputs;
  each(stale_ & ~state_.suspended, [&](std::size_t i) {
    if (state_.told[i] < state_.near) now |= only(i);
  });
  stale_ &= ~now;
  each(now, [&](std::size_t i) { tell(i); });
}

/// A node gets the guarantee without its echoes; another switch has no echoes of its own.
void Switch::tell(std::size_t number) {
  const SwitchPort& port = state_.ports[number];
  Cable& out = *port.cables.out;
  if (port.cables.inner) {
    out.guarantee(bounds_.departure(number), bounds_.symbol(number));
    state_.told[number] = out.known();
  } else {
    out.guarantee(bounds_.departure(number), port.input.slack.clear_until());
    out.guarantee_but_echoes(bounds_.departure_but_echoes(number),
                             bounds_.symbol_but_echoes(number));
    state_.told[number] = out.safe_time();
  }
  out.give_envelope(bounds_.rest(number));
}

std::uint64_t Switch::cut(std::size_t port, Time by) const {
  const std::vector<Time>& cut = state_.ports[port].output.cut;
  return static_cast<std::uint64_t>(
      std::count_if(cut.begin(), cut.end(), [by](Time at) { return at <= by; }));
}

bool Switch::nothing_came() const {
  bool nothing = true;
  each(state_.connected, [&](std::size_t i) {
    const SwitchPort& port = state_.ports[i];
    nothing = nothing && port.left() == port.data().times.end();
  });
  return nothing;
}

/// Does what settle() does, in little time, while all ports are at rest and stay so.
bool Switch::settle_calm() {
  calm_news_ = calm_news_ | std::exchange(news_, {});
  Earliest heads;
  PortSet told = state_.connected;
  each(state_.connected, [&](std::size_t i) {
    const Cable& in = *state_.ports[i].cables.in;
    const Time unless = in.unless_reached();
    const bool suspended = unless != Time() && unused(state_.ports[i]);
    if (suspended) told &= ~only(i);
    heads.add(suspended ? std::max(in.data.known, unless) : in.data.known, i);
  });
  const auto departure = [&](Time head) {
    return std::max(head + state_.timing.latency, state_.floor) + state_.byte_time;
  };
  const Time rest = state_.byte_time * static_cast<std::int64_t>(state_.timing.slack.stop);
  each(told, [&](std::size_t i) {
    const SwitchPort& port = state_.ports[i];
    port.cables.out->guarantee(departure(heads.first()), port.data().known + rest);
    port.cables.out->guarantee_but_echoes(departure(heads.but(i)), Time::never());
  });
  return false;
}

void Switch::send_flow(std::size_t number) {
  SwitchPort& port = state_.ports[number];
  Slack& slack = port.input.slack;
  Cable& in = *port.cables.in;
  const Time echo = port.cables.out->delay() + in.delay();
  const auto view = [&] {
    return Slack::View{port.data().times, port.data().known, in.held && slack.stopped(),
                       port.input.departures, port.input.next};
  };
  const bool idle = port.input.state == SwitchInput::State::kIdle;
  bool rests = slack.rest(view());
  if (!rests) {
    while (const auto symbol = slack.next(view())) {
      port.cables.out->send(*symbol);
      if (symbol->stop) {
        in.hold_back();
      } else if (std::exchange(in.held, false)) {
        in.data.known = std::max(in.data.known, symbol->at + echo);
      }
    }
    if (in.held && slack.stopped())
      in.data.known = std::max(in.data.known, slack.clear_until() + echo);
    if (port.data().times.runs() + port.input.departures.runs() > kKeptRuns) forget(port);
    rests = idle && slack.rest(view());
  }
  if (idle && rests)
    restless_ &= ~only(number);
  else
    restless_ |= only(number);
}

/// Departures stay until the bytes that could have met them in a full buffer have left.
void Switch::forget(SwitchPort& port) {
  const Slack& slack = port.input.slack;
  const std::uint64_t left = port.left();
  port.data().times.forget_before(std::min(left, slack.oldest_arrival()));
  port.input.departures.forget_before(
      std::min(left - std::min(left, state_.timing.slack.size), slack.oldest_departure()));
}

Switch::Pending Switch::pending() {
  const PortSet changed = with_owners(news_.symbols) | std::exchange(pending_changed_, 0);
  if (changed == 0) return first_pending_;
  each(changed, [&](std::size_t i) { pending_[i] = bounds_.pending(i); });
  Pending first;
  for (const Pending& at_port : pending_) {
    first.departure = std::min(first.departure, at_port.departure);
    first.symbol = std::min(first.symbol, at_port.symbol);
  }
  first_pending_ = first;
  return first_pending_;
}

}  // namespace flybar::myrinet
