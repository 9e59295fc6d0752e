#include "testbenches/experiments/many/cable_use.h"

#include <algorithm>

#include "models/common/systemc_time.h"
#include "testbenches/experiments/measure/percent.h"

namespace flybar::experiments {

namespace {

/// A table of all would not fit on a screen.
constexpr std::size_t kShownRows = 8;

}  // namespace

CableUse::CableUse(Testbed& testbed) {
  Time held;
  std::int64_t senders = 0;
  const cluster::Hardware& hardware = testbed.hardware();
  for (std::size_t i = 0; i < hardware.networks(); ++i)
    for (const CableTraffic& cable : hardware.network(i).cables(kernel_time())) {
      rows_.push_back({cable.from + " -> " + cable.to,
                       percent(cable.moving, testbed.cables_counted()), cable.stopped,
                       static_cast<double>(cable.stops), static_cast<double>(cable.packets)});
      if (!cable.from_port || cable.packets == 0) continue;
      held += cable.stopped;
      ++senders;
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
  table.shown = kShownRows;
  return table;
}

}  // namespace flybar::experiments
