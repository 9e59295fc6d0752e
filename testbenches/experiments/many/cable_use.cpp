#include "testbenches/experiments/many/cable_use.h"

#include <algorithm>

#include "models/myrinet/network_params.h"

namespace flybar::experiments {

namespace {

/// A table of all would not fit on a screen.
constexpr std::size_t kShown = 8;

}  // namespace

CableUse::CableUse(Testbed& testbed, Time took) {
  const myrinet::Network& network = testbed.hardware().network();
  const auto& params = testbed.context().system.shared.get<myrinet::NetworkParams>();
  Time held;
  std::int64_t senders = 0;
  const auto add = [&](std::size_t cable, const myrinet::End& from, const myrinet::End& to,
                       bool forward) {
    const myrinet::CableCounters& data = network.on_cable(cable, forward);
    const myrinet::CableCounters& flow = network.on_cable(cable, !forward);  // STOPs come back
    const Time busy = params.byte_time() * static_cast<std::int64_t>(data.bytes);
    rows_.push_back({to_text(from) + " -> " + to_text(to),
                     100 * static_cast<double>(busy.ps()) / static_cast<double>(took.ps()),
                     flow.stopped, static_cast<double>(flow.stops),
                     static_cast<double>(data.packets)});
    if (from.is_switch() || data.packets == 0) return;
    held += flow.stopped;
    ++senders;
  };
  for (std::size_t i = 0; i < testbed.topology().cables.size(); ++i) {
    const myrinet::CableLayout& layout = testbed.topology().cables[i];
    add(i, layout.a, layout.b, true);
    add(i, layout.b, layout.a, false);
  }
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const Row& a, const Row& b) { return a.busy_percent > b.busy_percent; });
  if (senders > 0) stop_time_us_ = held.us() / static_cast<double>(senders);
}

Table CableUse::table() const {
  Table table{"cables", "from -> to", {"busy %", "held by STOP us", "STOPs", "packets"}, {}};
  for (const Row& row : rows_)
    table.rows.push_back({row.name, {row.busy_percent, row.stopped.us(), row.stops, row.packets}});
  table.note = "the fullest is " + rows_.front().name;
  table.shown = kShown;
  return table;
}

}  // namespace flybar::experiments
