#include "models/myrinet/network.h"

#include <algorithm>
#include <utility>

#include "models/common/systemc_time.h"

namespace flybar::myrinet {

namespace {
/// Switches do not improve bounds that lie further ahead of the earliest node. The value changes no
/// result: a smaller one saves work in the switches and lets nodes run less far ahead.
constexpr Time kNear = Time::us(1);

/// The ports to which something has come since they were asked last.
template <class Do>
void each_arrival(std::vector<News>& arrived, Do one) {
  for (std::size_t i = 0; i < arrived.size(); ++i)
    each(std::exchange(arrived[i], {}).symbols,
         [&](std::size_t number) { one(i * kPortSetSize + number); });
}
}  // namespace

void Network::transport(int number, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const auto port = static_cast<std::size_t>(number);
  const Time at = kernel_time() + from_systemc(delay);
  touched_ = true;
  const Link& link = ports_[port]->accept(payload, at, known_[port]);
  if (!on_echo) return;
  if (link.head || link.symbols != Symbols::kBytes) on_echo(port, at + shortest_echo(port));
}

void Network::take_guarantees(std::size_t port, Time reached) {
  const Nic& nic = *nics_[port];
  guarantee(port, quiet() ? Guarantee{.bytes = nic.byte_guarantee(reached)}
                          : nic.guarantee(reached, rest(port)));
}

void Network::advance(std::span<const Time> known) {
  const bool was_quiet = std::exchange(was_quiet_, quiet());
  if (was_quiet_) {
    std::copy(known.begin(), known.end(), known_.begin());
    return note_silence();
  }
  touched_ = false;
  Time still = Time::never();
  for (std::size_t p = 0; p < ports_.size(); ++p) {
    const bool later = std::exchange(known_[p], known[p]) != known[p];
    if (later || was_quiet || ports_[p]->changed()) still_[p] = ports_[p]->advance(known[p]);
    still = std::min(still, still_[p]);
  }
  const bool moved = settle(still);
  deliver();
  quiet_ = !moved && nothing_under_way();
  if (quiet_) note_silence();
}

void Network::note_silence() {
  silent_ = {};
  for (std::size_t p = 0; p < known_.size(); ++p) silent_.add(silent_until(p), p);
}

/// One switch settles at once. Several switches settle in turn and exchange guarantees, until
/// nothing moves and nothing is left that happens before a node could interfere.
bool Network::settle(Time still) {
  const Time near = still + kNear;
  if (switches_.size() == 1) return switches_[0].settle(Time(), near);
  bool moved_at_all = false;
  Switch::Pending before{};
  for (;;) {
    const Switch::Pending floors = raise_floors(still);
    bool moved = false;
    for (Switch& one : switches_) moved |= one.settle(floors.departure, near);
    // Symbols pass from switch to switch before all switches exchange guarantees again.
    for (bool more = moved; more;) {
      more = false;
      for (Switch& one : switches_)
        if (one.reached()) more |= one.settle(floors.departure, near);
    }
    moved_at_all |= moved;
    const bool same = floors.departure == before.departure && floors.symbol == before.symbol;
    if (!moved && (same || floors.symbol >= still + shortest_cable_)) return moved_at_all;
    before = floors;
  }
}

/// The next event in the network begins with a byte or symbol that is pending in a switch, or with
/// one of a node. No node sends before `still`, except a suspended node that is just being reached.
/// Without these floors, switches that wait for each other would raise their guarantees by one
/// cable at a time.
Switch::Pending Network::raise_floors(Time still) {
  Switch::Pending floors{still + shortest_cable_, still + shortest_cable_};
  for (Switch& one : switches_) {
    const Switch::Pending pending = one.pending();
    floors.departure = std::min(floors.departure, pending.departure);
    floors.symbol = std::min(floors.symbol, pending.symbol);
  }
  for (std::size_t i = 0; i < arrived_.size(); ++i)
    each(arrived_[i].symbols, [&](std::size_t number) {
      const NodePort& port = *ports_[i * kPortSetSize + number];
      if (!port.suspended() || !port.has_next()) return;
      const Time answer = port.next_at() + shortest_cable_;
      floors = {std::min(floors.departure, answer), std::min(floors.symbol, answer)};
    });
  for (Cable* cable : between_switches_) cable->guarantee(floors.departure, floors.symbol);
  return floors;
}

void Network::deliver() {
  if (crew == nullptr || crew->threads() == 1)
    return each_arrival(arrived_, [this](std::size_t port) { deliver(port); });
  delivered_.clear();
  each_arrival(arrived_, [this](std::size_t port) { delivered_.push_back(port); });
  crew->each(delivered_, ports_.size(), [this](std::size_t port) { deliver(port); });
}

void Network::deliver(std::size_t p) {
  Time at;
  while (ports_[p]->has_next()) {
    tlm::tlm_generic_payload& payload = ports_[p]->next(at);
    sc_core::sc_time delay = to_systemc(at - kernel_time());
    (*to_nodes_[p])->b_transport(payload, delay);
  }
}

const Resource& Network::cable() const {
  static constexpr Resource kCable{"cable", "link.rate", waits_of(Wait::kLink)};
  return kCable;
}

const Resource* Network::crossing() const {
  static constexpr Resource kCrossing{"switches and cables", "switch.fall_through",
                                      waits_of(Wait::kNetwork)};
  return &kCrossing;
}

void Network::count_cables_from(Time from) {
  for (Pair& pair : cables_)
    for (Cable* cable : {&pair.ab, &pair.ba}) cable->count_times_from(from);
}

/// STOP and GO of a direction come back on the other.
std::vector<CableTraffic> Network::cables(Time until) const {
  std::vector<CableTraffic> all;
  const auto add = [this, &all, until](const End& from, const End& to, const Cable& data,
                                       const Cable& back) {
    CableTraffic& added = all.emplace_back();
    added.from = to_text(from);
    added.to = to_text(to);
    if (!from.is_switch()) added.from_port = from.device;
    if (from.is_switch()) added.cut = switches_[from.device].cut(from.port, until);
    if (!to.is_switch()) added.to_port = to.device;
    const Stretches::Sum held = data.times().held.before(until);
    const Stretches::Sum stopped = back.times().stopped.before(until);
    added.moving = data.times().moving.before(until).time;
    added.packets = held.ended;
    if (from.is_switch())
      added.crossing = params_.switches.fall_through * static_cast<std::int64_t>(held.ended);
    added.held = held.time;
    added.stopped = stopped.time;
    added.stops = stopped.begun;
  };
  for (std::size_t i = 0; i < cables_.size(); ++i) {
    const CableLayout& layout = topology_.cables[i];
    add(layout.a, layout.b, cables_[i].ab, cables_[i].ba);
    add(layout.b, layout.a, cables_[i].ba, cables_[i].ab);
  }
  return all;
}

bool Network::is_lossy() const {
  const FaultParams& faults = params_.faults;
  return faults.byte_errors > 0 || faults.lost_tails > 0 || faults.dead_cable >= 0;
}

Losses Network::losses() const {
  CableCounters all;
  for (const Pair& pair : cables_) all += pair.ab.counters(), all += pair.ba.counters();
  return {all.damaged_bytes, all.lost_tails, all.lost_bytes};
}

/// False on a direct cable, whose nodes send STOP and GO for bytes that have been delivered.
bool Network::nothing_under_way() const {
  return !switches_.empty() &&
         std::all_of(ports_.begin(), ports_.end(), [](const auto& p) { return p->quiet(); }) &&
         std::all_of(switches_.begin(), switches_.end(), [](const Switch& s) { return s.calm(); });
}

}  // namespace flybar::myrinet
