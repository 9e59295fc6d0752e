#include <algorithm>

#include "models/myrinet/route_byte.h"
#include "models/myrinet/switch.h"

namespace flybar::myrinet {

bool Switch::step(std::size_t number) {
  PortState& port = ports_[number];
  const auto once = [&] {
    switch (port.input.state) {
      case State::kIdle:
        return begin_packet(number);
      case State::kWaiting:
        return wait_for_output(number);
      case State::kSending:
        return forward(port);
      case State::kDiscarding:
        return discard(port);
    }
    return false;
  };
  bool moved = false;
  while (once()) moved = true;
  return moved;
}

/// Nothing leaves before the next byte has come: false.
bool Switch::rest(PortState& port) {
  Input& input = port.input;
  input.next = std::max({input.departures.free(), port.data().known + timing_.latency, floor_});
  return false;
}

bool Switch::begin_packet(std::size_t number) {
  PortState& port = ports_[number];
  Input& input = port.input;
  const std::uint64_t head = port.left();
  if (head == port.data().times.end()) return rest(port);

  input.ready = std::max(input.departures.free(), port.data().times.at(head) + timing_.latency);
  input.route = port.data().bytes[head];
  input.output = routed_output(number, input.route);
  if (!is_route(input.route)) {
    start_discarding(port, Drop::kNoRoute, input.ready);
  } else if (input.output >= ports_.size() || ports_[input.output].cables.out == nullptr) {
    start_discarding(port, Drop::kNoPort, input.ready);
  } else if (port.data().packets.front().end == head + 1) {
    start_discarding(port, Drop::kEmpty, input.ready);
  } else {
    input.state = State::kWaiting;
    ports_[input.output].output.waiting |= only(number);
    resume(input.output);
    asked_ |= only(input.output);
  }
  return true;
}

void Switch::start_discarding(PortState& port, Drop reason, Time from) {
  ++port.counters.drops[static_cast<std::size_t>(reason)];
  port.input.state = State::kDiscarding;
  port.input.not_before = from;
}

/// The bytes of a packet without an output leave as they would through one that is never stopped.
bool Switch::discard(PortState& port) {
  Input& input = port.input;
  const Arrivals& data = port.data();
  const std::uint64_t next = port.left();
  if (next == data.packets.front().end) {
    port.data().packets.pop();
    input.state = State::kIdle;
    return true;
  }
  if (next == data.times.end()) return rest(port);
  const Time at =
      std::max({input.departures.free(), input.not_before, data.times.at(next) + timing_.latency});
  leave(port, at,
        std::min(data.times.streak(next, at, timing_.latency), data.packets.front().end - next));
  return true;
}

void Switch::leave(PortState& port, Time at, std::uint64_t bytes) {
  port.input.departures.append(at, bytes);
  port.data().bytes.forget_before(port.left());
}

}  // namespace flybar::myrinet
