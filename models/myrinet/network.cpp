#include "models/myrinet/network.h"

#include <algorithm>

#include "models/common/systemc_time.h"

namespace flybar::myrinet {
namespace {

/// Rounds in which only bounds between switches rise: they get sharper, and nobody waits for them.
constexpr int kIdleRounds = 1;

}  // namespace

void Network::transport(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  ports_[static_cast<std::size_t>(port)].accept(payload, kernel_time() + from_systemc(delay));
}

void Network::advance(Time known) {
  for (NodePort& port : ports_) port.advance(known);
  settle(known);
  for (std::size_t p = 0; p < ports_.size(); ++p) deliver(p);
}

/// One switch settles at once. Several tell each other their bounds in turn.
void Network::settle(Time known) {
  if (switches_.size() == 1) {
    switches_[0].settle(Time());
    return;
  }
  Switch::Pending before{};
  for (int idle = 0; idle < kIdleRounds;) {
    const Switch::Pending floors = raise_floors(known);
    bool moved = floors.departure != before.departure || floors.symbol != before.symbol;
    for (Switch& one : switches_) moved |= one.settle(floors.departure);
    before = floors;
    idle = moved ? 0 : idle + 1;
  }
}

/// Whatever happens next in the network begins with something that is pending in a switch or comes
/// from a node. Without this, switches that wait for each other would raise their bounds by one
/// cable at a time.
Switch::Pending Network::raise_floors(Time known) {
  Switch::Pending floors{known + shortest_cable_, known + shortest_cable_};
  for (const Switch& one : switches_) {
    const Switch::Pending pending = one.pending();
    floors.departure = std::min(floors.departure, pending.departure);
    floors.symbol = std::min(floors.symbol, pending.symbol);
  }
  for (Pair& pair : cables_) {
    if (!pair.inner) continue;
    pair.ab.know(floors.departure, floors.symbol);
    pair.ba.know(floors.departure, floors.symbol);
  }
  return floors;
}

void Network::deliver(std::size_t p) {
  Time at;
  while (tlm::tlm_generic_payload* payload = ports_[p].next(at)) {
    sc_core::sc_time delay = to_systemc(at) - sc_core::sc_time_stamp();
    to_nodes_[p]->b_transport(*payload, delay);
  }
}

bool Network::quiet() const {
  return std::all_of(ports_.begin(), ports_.end(), [](const NodePort& p) { return p.quiet(); }) &&
         std::all_of(switches_.begin(), switches_.end(), [](const Switch& s) { return s.quiet(); });
}

}  // namespace flybar::myrinet
