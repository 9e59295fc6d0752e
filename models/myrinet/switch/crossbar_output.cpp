#include <algorithm>

#include "models/myrinet/link/crc8.h"
#include "models/myrinet/switch/crossbar.h"
#include "models/myrinet/switch/round_robin.h"

namespace flybar::myrinet {
namespace {

/// The last byte of a packet that was cut. Any value would do: it completes the CRC of the bytes
/// before by chance only, as other damage does.
constexpr std::uint8_t kLastOfCut = 0xff;

}  // namespace

/// Gives the output to a waiting input if that is determined. Returns the inputs that have changed.
PortSet Crossbar::arbitrate(std::size_t number) {
  SwitchOutput& output = state_.ports[number].output;
  // The packet that holds the output may have moved.
  PortSet changed = 0;
  each(output.waiting, [&](std::size_t i) {
    if (output.owner && !state_.is_near(i)) {
      changes_.passed_over |= only(i);
      return;
    }
    changes_.passed_over &= ~only(i);
    changes_.inputs |= only(i);
    if (wait_for_output(i)) changed |= only(i);
  });
  if (changed != 0 || output.owner || output.waiting == 0) return changed;
  const auto at = decided_grant(number);
  if (!at) return 0;

  PortSet candidates = 0;
  each(output.waiting, [&](std::size_t i) {
    if (state_.ports[i].input.ready <= *at) candidates |= only(i);
  });
  const std::size_t granted = round_robin(candidates, output.last);
  grant(number, granted, *at);
  return only(granted);
}

/// When the output goes to one of the waiting inputs, unless another input may ask for it by then.
std::optional<Time> Crossbar::decided_grant(std::size_t number) const {
  const SwitchOutput& output = state_.ports[number].output;
  Time first = Time::never();
  Time others = Time::never();
  each(output.waiting,
       [&](std::size_t i) { first = std::min(first, state_.ports[i].input.ready); });
  each(state_.connected & ~output.waiting,
       [&](std::size_t i) { others = std::min(others, bounds_.request(i)); });
  const Time at = std::max(output.free, first);
  return others > at ? std::optional(at) : std::nullopt;
}

void Crossbar::grant(std::size_t number, std::size_t owner, Time at) {
  SwitchOutput& output = state_.ports[number].output;
  output.owner = output.last = owner;
  changes_.outputs |= only(number);
  stop_waiting(owner);
  SwitchPort& port = state_.ports[owner];
  port.input.state = State::kSending;
  port.input.granted = at;
  port.counters.blocked += at - port.input.ready;
  ++port.counters.packets;
  leave(port, at, 1);
}

void Crossbar::stop_waiting(std::size_t number) {
  const std::size_t wanted = state_.ports[number].input.output;
  PortSet& waiting = state_.ports[wanted].output.waiting;
  waiting &= ~only(number);
  if (waiting == 0) state_.asked &= ~only(wanted);
}

bool Crossbar::wait_for_output(std::size_t number) {
  SwitchInput& input = state_.ports[number].input;
  SwitchOutput& output = state_.ports[input.output].output;
  const Time deadline = input.ready + state_.timing.timeout;
  const Time free = output.owner ? bounds_.release(*output.owner) : output.free;
  input.next = std::max({input.ready, free, state_.floor});
  if (input.next <= deadline) return false;
  input.next = deadline;  // the packet waits for the output no longer
  output.cut.push_back(deadline);
  stop_waiting(number);
  start_discarding(state_.ports[number], Drop::kBlocked, deadline);
  return true;
}

bool Crossbar::forward(SwitchPort& port) {
  SwitchInput& input = port.input;
  const Arrivals& data = port.data();
  const std::uint64_t next = port.left();
  if (next == data.packets.front().end) return finish(port);

  const Time deadline = state_.deadline(input);
  if (next == data.times.end()) {
    wait_for_bytes(port);
    return cut_if_after(port, deadline);
  }
  SwitchPort& out = state_.ports[input.output];
  const Time wanted =
      std::max(input.departures.free(), data.times.at(next) + state_.timing.latency);
  const Opening open = wanted > deadline ? Opening{wanted, wanted} : opening(out, wanted, deadline);
  if (wanted > deadline || out.output.stopped || open.from >= open.until) {
    input.next = std::max({open.from, out.output.stopped ? open.until : open.from, state_.floor});
    return cut_if_after(port, deadline);
  }
  out.counters.stopped += open.from - wanted;
  const std::uint64_t ready = std::min(data.times.streak(next, open.from, state_.timing.latency),
                                       data.packets.front().end - next);
  send(port, open.from, starts_between(open, ready));
  return true;
}

/// Applies STOP and GO that arrive by `from`; while the output is stopped, also those that arrive
/// by `deadline`. If the output is stopped afterwards, it stays so before `until`.
Crossbar::Opening Crossbar::opening(SwitchPort& out, Time from, Time deadline) {
  Fifo<FlowSymbol>& symbols = out.cables.in->flow;
  const auto due = [&](Time at) {
    return at < out.cables.in->flow_known && at <= (out.output.stopped ? deadline : from);
  };
  while (!symbols.empty() && due(symbols.front().at)) {
    from = std::max(from, symbols.front().at);
    out.output.stopped = symbols.front().stop;
    symbols.pop();
  }
  return {from, symbols.empty() ? out.cables.in->flow_known : symbols.front().at};
}

/// The number of bytes that start in `open`, if `ready` bytes follow each other.
std::uint64_t Crossbar::starts_between(Opening open, std::uint64_t ready) const {
  if (open.from + state_.byte_time * static_cast<std::int64_t>(ready) <= open.until) return ready;
  return static_cast<std::uint64_t>((open.until - open.from + state_.byte_time - Time::ps(1)) /
                                    state_.byte_time);
}

void Crossbar::send(SwitchPort& port, Time at, std::uint64_t count) {
  Arrivals& data = port.data();
  const PacketBounds packet = data.packets.front();
  const std::uint64_t first = port.left();
  const std::uint64_t last = first + count;
  port.input.departures.append(at, count);
  port.cables.in->left(at, count);
  if (at - data.times.at(first) - state_.byte_time >=
      state_.byte_time * static_cast<std::int64_t>(state_.timing.slack.size))
    spoil_overflow(port, first);
  // The CRC is linear: what the stripped route byte contributed to it is taken out again.
  if (last == packet.end)
    data.bytes[last - 1] ^= crc8_shift(crc8(0, {&port.input.route, 1}), last - packet.begin - 2);
  Cable& out = *state_.ports[port.input.output].cables.out;
  changes_.outputs |= only(port.input.output);
  for (std::uint64_t sent = first; sent < last;) {
    const auto piece = data.bytes.piece(sent, last - sent);
    sent += piece.size();
    out.send(at, piece, sent == packet.end, packet.message);
    at += state_.byte_time * static_cast<std::int64_t>(piece.size());
  }
  data.bytes.forget_before(last);
}

/// A byte that arrives at a full buffer is lost; it leaves inverted. Only a sender that goes on
/// after STOP makes this happen.
void Crossbar::spoil_overflow(SwitchPort& port, std::uint64_t first) {
  const std::uint64_t end = port.left();
  for (std::uint64_t byte = std::max(first, state_.timing.slack.size); byte < end;) {
    const auto arriving = port.data().times.stretch(byte);
    const auto leaving = port.input.departures.stretch(byte - state_.timing.slack.size);
    const std::uint64_t bytes = std::min({arriving.bytes, leaving.bytes, end - byte});
    if (leaving.start > arriving.start + state_.byte_time) {
      for (std::uint64_t i = byte; i < byte + bytes; ++i) port.data().bytes[i] ^= 0xff;
      port.counters.spoilt_bytes += bytes;
    }
    byte += bytes;
  }
}

/// Ends the packet at `deadline` if it cannot move by then.
bool Crossbar::cut_if_after(SwitchPort& port, Time deadline) {
  if (port.input.next <= deadline) return false;
  const PacketBounds& packet = port.data().packets.front();
  if (port.left() > packet.begin + 1)
    state_.ports[port.input.output].cables.out->send(deadline, {&kLastOfCut, 1}, true,
                                                     packet.message);
  state_.ports[port.input.output].output.cut.push_back(deadline);
  release(port, deadline + state_.byte_time, "cut");
  start_discarding(port, Drop::kStuck, deadline);
  return true;
}

bool Crossbar::finish(SwitchPort& port) {
  release(port, port.input.departures.free(), "packet");
  port.data().packets.pop();
  port.input.state = State::kIdle;
  return true;
}

void Crossbar::release(SwitchPort& port, Time at, const char* label) {
  SwitchOutput& output = state_.ports[port.input.output].output;
  changes_.outputs |= only(port.input.output);
  output.owner.reset();
  output.free = at;
  const PacketBounds& packet = port.data().packets.front();
  observer_.on(Activity{output.track, port.input.granted, at, label, packet.message,
                        static_cast<std::int64_t>(port.left() - packet.begin - 1)});
}

}  // namespace flybar::myrinet
