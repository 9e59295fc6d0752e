#include "testbenches/experiments/measure/possible.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "models/common/systemc_time.h"

namespace flybar::experiments {

namespace {

/// Sums of rounded numbers may be so far off.
constexpr double kRounding = 1e-6;

/// The time of one byte on the slowest of the card's buses, as far as they say it.
Time bus_byte_time(cluster::Node& node, const cluster::Node::Seat& seat) {
  Time slowest;
  for (const std::size_t bus : seat.buses) slowest = std::max(slowest, node.bus(bus).byte_time());
  return slowest;
}

void require_share(const std::string& what, double percent) {
  if (percent < -kRounding || percent > 100 + kRounding)
    throw std::logic_error(fmt::format("{} is {} %, which is no share of a time", what, percent));
}

void require_shares(const Table& table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (!table.columns[i].ends_with('%')) continue;
    for (const Table::Row& row : table.rows)
      require_share(fmt::format("{}: {}, {}", table.name, row.name, table.columns[i]),
                    row.values[i]);
  }
}

}  // namespace

double most_received(Testbed& testbed) {
  cluster::Hardware& hardware = testbed.hardware();
  std::map<std::pair<std::size_t, std::size_t>, Time> buses;  // at each port of each network
  for (std::size_t n = 0; n < hardware.nodes(); ++n)
    for (const cluster::Node::Seat& seat : hardware.node(n).seats)
      buses[{seat.network, seat.port}] = bus_byte_time(hardware.node(n), seat);
  double bytes = 0, longest = 0;
  for (std::size_t i = 0; i < hardware.networks(); ++i) {
    const Time link = hardware.network(i).byte_time();
    for (const CableTraffic& cable : hardware.network(i).cables(kernel_time())) {
      if (!cable.to_port) continue;
      const double came = cable.moving.us() / link.us();
      bytes += came;
      longest = std::max(longest, came * std::max(link, buses.at({i, *cable.to_port})).us());
    }
  }
  return longest > 0 ? bytes / longest : 0;
}

bool can_carry(double most, double rate) {
  return most == 0 || rate <= most * (1 + kRounding);
}

void require_possible(const Results& results, double most) {
  for (const Table& table : results.tables) require_shares(table);
  for (const Result& result : results.numbers) {
    if (result.unit == "%") require_share(result.name, result.value);
    if (result.name != "bandwidth" && result.name != "throughput") continue;
    const double rate = result.unit == "Mb/s" ? result.value / 8 : result.value;
    if (can_carry(most, rate)) continue;
    throw std::logic_error(fmt::format("{} is {} {}, and link and bus carry {} MB/s at most",
                                       result.name, result.value, result.unit, most));
  }
}

}  // namespace flybar::experiments
