#include <algorithm>

#include "models/myrinet/shape/route_byte.h"
#include "models/myrinet/switch/crossbar.h"

namespace flybar::myrinet {

bool Crossbar::move(PortSet inputs) {
  bool moved = false;
  do {
    changes_.inputs |= inputs;
    each(inputs,
         [&](std::size_t i) { moved |= port(i).resting() ? wait_for_bytes(port(i)) : step(i); });
    inputs = 0;
    each(state_.asked, [&](std::size_t i) { inputs |= arbitrate(i); });
    moved |= inputs != 0;
  } while (inputs != 0);
  return moved;
}

bool Crossbar::step(std::size_t number) {
  bool moved = false;
  while (step_once(number)) moved = true;
  return moved;
}

bool Crossbar::step_once(std::size_t number) {
  switch (port(number).input.state) {
    case State::kIdle:
      return begin_packet(number);
    case State::kWaiting:
      return wait_for_output(number);
    case State::kSending:
      return forward(port(number));
    case State::kDiscarding:
      return discard(port(number));
  }
  return false;
}

/// Nothing leaves before the next byte has come: false.
bool Crossbar::wait_for_bytes(SwitchPort& port) {
  SwitchInput& input = port.input;
  const Time known = port.data().known + state_.timing.latency;
  input.next = std::max({input.departures.free(), known, state_.floor});
  return false;
}

bool Crossbar::begin_packet(std::size_t number) {
  SwitchPort& port = state_.ports[number];
  SwitchInput& input = port.input;
  const std::uint64_t head = port.left();
  if (head == port.data().times.end()) return wait_for_bytes(port);

  input.ready =
      std::max(input.departures.free(), port.data().times.at(head) + state_.timing.latency);
  input.route = port.data().bytes[head];
  input.output = routed_output(number, input.route);
  if (!is_route(input.route)) {
    start_discarding(port, Drop::kNoRoute, input.ready);
  } else if (input.output >= state_.ports.size() ||
             state_.ports[input.output].cables.out == nullptr) {
    start_discarding(port, Drop::kNoPort, input.ready);
  } else if (port.data().packets.front().end == head + 1) {
    start_discarding(port, Drop::kEmpty, input.ready);
  } else {
    input.state = State::kWaiting;
    state_.ports[input.output].output.waiting |= only(number);
    state_.asked |= only(input.output);
    // The packet will reach the node at that output.
    changes_.inputs |= state_.suspended & only(input.output);
    state_.suspended &= ~only(input.output);
  }
  return true;
}

void Crossbar::start_discarding(SwitchPort& port, Drop reason, Time from) {
  ++port.counters.drops[static_cast<std::size_t>(reason)];
  port.input.state = State::kDiscarding;
  port.input.not_before = from;
}

/// The bytes of a packet without an output leave as they would through one that is never stopped.
bool Crossbar::discard(SwitchPort& port) {
  SwitchInput& input = port.input;
  const Arrivals& data = port.data();
  const std::uint64_t next = port.left();
  if (next == data.packets.front().end) {
    port.data().packets.pop();
    input.state = State::kIdle;
    return true;
  }
  if (next == data.times.end()) return wait_for_bytes(port);
  const Time at = std::max(
      {input.departures.free(), input.not_before, data.times.at(next) + state_.timing.latency});
  leave(port, at,
        std::min(data.times.streak(next, at, state_.timing.latency),
                 data.packets.front().end - next));
  return true;
}

void Crossbar::leave(SwitchPort& port, Time at, std::uint64_t bytes) {
  port.input.departures.append(at, bytes);
  port.cables.in->left(at, bytes);
  port.data().bytes.forget_before(port.left());
}

}  // namespace flybar::myrinet
