#include "testbenches/experiments/testbed/limits.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "testbenches/experiments/messages/critical_path.h"

namespace flybar::experiments {

namespace {

constexpr std::size_t kShownResources = 6;

struct Kind {
  const char* name;
  const char* relief;
};
constexpr std::array<Kind, kParts> kKinds = {
    {{"host CPU", "host.clock"},
     {"card processor (firmware)", "lanai.clock"},
     {"SRAM", "lanai.sram_width, lanai.clock"},
     {"PCI bus", "pci.clock, pci.width together with lanai.sram_width"},
     {"cable", "link.rate, lanai.link_words, a second cable"},
     {"disk", "disk.access, disk.rate"}}};

std::string title(const Load& load) {
  return std::string(name(load.part)) + (load.part == Part::kCable ? " " : " of ") + load.place;
}

/// What a row of "what messages waited for" says of.
struct WaitFor {
  const char* row;
  Part part;
};
constexpr std::array kWaits = {WaitFor{"sending host", Part::kHostCpu},
                               WaitFor{"firmware of the sender", Part::kCardProcessor},
                               WaitFor{"DMA into the NIC", Part::kBus},
                               WaitFor{"link", Part::kCable},
                               WaitFor{"switches, cables and STOP", Part::kCable},
                               WaitFor{"firmware of the receiver", Part::kCardProcessor},
                               WaitFor{"DMA into the host", Part::kBus},
                               WaitFor{"receiving host", Part::kHostCpu}};

const Table* find_waits(const std::vector<Table>& tables) {
  const auto table = std::find_if(tables.begin(), tables.end(),
                                  [](const Table& other) { return other.name == kWaitsTable; });
  return table == tables.end() || table->rows.empty() ? nullptr : &*table;
}

double share(const Table::Row& row) {
  return row.values[1];
}

std::vector<Table::Row> longest_first(std::vector<Table::Row> rows) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return share(a) > share(b); });
  return rows;
}

std::string names(const std::vector<Table::Row>& rows) {
  std::string line;
  for (const Table::Row& row : rows) line.append(line.empty() ? "" : ", ").append(row.name);
  return line;
}

/// The kind of resource for which messages wait longest, all its rows together.
std::optional<Limit> longest_wait(const Table& waits, bool queues_hide) {
  std::array<std::vector<Table::Row>, kParts> rows;
  std::array<double, kParts> sums{};
  double queues = 0;
  for (const Table::Row& row : waits.rows) {
    if (row.name.starts_with("earlier messages")) queues += share(row);
    const auto known = std::find_if(kWaits.begin(), kWaits.end(),
                                    [&](const WaitFor& one) { return row.name == one.row; });
    if (known == kWaits.end()) continue;
    rows[static_cast<std::size_t>(known->part)].push_back(row);
    sums[static_cast<std::size_t>(known->part)] += share(row);
  }
  const auto most = std::max_element(sums.begin(), sums.end());
  if (*most == 0 || (queues_hide && *most < queues)) return std::nullopt;
  const auto part = static_cast<std::size_t>(most - sums.begin());
  const std::vector<Table::Row> own = longest_first(rows[part]);
  Limit limit{kKinds[part].name, Limit::Kind::kLongestWait, *most, kKinds[part].relief};
  limit.text = fmt::format("{}, for which messages wait longest: {} ({:.0f} %); faster with {}",
                           limit.resource, names(own), *most, limit.relief);
  return limit;
}

const Load& most(const std::vector<Load>& loads, double Load::*share) {
  return *std::max_element(loads.begin(), loads.end(),
                           [share](const Load& a, const Load& b) { return a.*share < b.*share; });
}

const SramHold& longest(const std::vector<SramHold>& holds, double SramHold::*share) {
  return *std::max_element(
      holds.begin(), holds.end(),
      [share](const SramHold& a, const SramHold& b) { return a.*share < b.*share; });
}

Limit limit_of(const Load& load, Limit::Kind kind, double percent, const std::string& how) {
  Limit limit{title(load), kind, percent, relief(load.part)};
  limit.text = limit.resource + ", " + how;
  return limit;
}

/// While a link is held and does not move because of the SRAM at one of its ends, neither of them
/// goes on: the two times add up.
std::optional<Limit> sram_limit(const Loads& loads, double more_than) {
  if (loads.holds.empty()) return std::nullopt;
  const SramHold& sender = longest(loads.holds, &SramHold::sent);
  const SramHold& receiver = longest(loads.holds, &SramHold::received);
  const double percent = sender.sent + receiver.received;
  if (percent <= more_than) return std::nullopt;
  const bool first = sender.sent >= receiver.received;
  return limit_of(
      {Part::kSram, first ? sender.place : receiver.place, percent}, Limit::Kind::kBusiest, percent,
      fmt::format("at whose engines the link stands {:.0f} % of the time ({} {:.0f} % "
                  "as sender, {} {:.0f} % as receiver)",
                  percent, sender.place, sender.sent, receiver.place, receiver.received));
}

Limit throughput_limit(const Loads& loads) {
  const Load& busiest = most(loads.all, &Load::busy);
  if (busiest.busy >= kSaturated)
    return limit_of(busiest, Limit::Kind::kSaturated, busiest.busy,
                    fmt::format("saturated: busy {:.0f} % of the time", busiest.busy));
  const Load& closed = most(loads.all, &Load::closed);
  if (closed.closed >= kSaturated)
    return limit_of(closed, Limit::Kind::kSaturated, closed.closed,
                    fmt::format("saturated: packets hold it {:.0f} % of the time and move {:.0f} %",
                                closed.closed, closed.busy));
  if (const auto sram = sram_limit(loads, busiest.busy)) return *sram;
  return limit_of(
      busiest, Limit::Kind::kBusiest, busiest.busy,
      fmt::format("the busiest, {:.0f} % of the time: nothing is saturated", busiest.busy));
}

std::vector<Load> busiest_first(std::vector<Load> loads) {
  std::stable_sort(loads.begin(), loads.end(),
                   [](const Load& a, const Load& b) { return a.busy > b.busy; });
  return loads;
}

/// The next resource, and what would help.
std::string details(const Loads& loads, const Limit& limit) {
  std::string text;
  const std::vector<Load> rows = busiest_first(loads.all);
  const auto next = std::find_if(rows.begin(), rows.end(),
                                 [&](const Load& load) { return title(load) != limit.resource; });
  if (next != rows.end()) text += fmt::format("; next {}, {:.0f} %", title(*next), next->busy);
  return text + "; faster with " + limit.relief;
}

}  // namespace

const char* name(Part part) {
  return kKinds[static_cast<std::size_t>(part)].name;
}

const char* relief(Part part) {
  return kKinds[static_cast<std::size_t>(part)].relief;
}

Limit find_limit(const Loads& loads, const Results& results, bool queues_hide) {
  const Table* const waits = find_waits(results.tables);
  const bool time = !results.numbers.empty() && results.numbers.front().unit == "us";
  if (time && waits != nullptr)
    if (auto limit = longest_wait(*waits, queues_hide)) return *limit;
  if (loads.all.empty()) return {};
  Limit limit = throughput_limit(loads);
  limit.text += details(loads, limit);
  return limit;
}

Table resources_table(const Loads& loads) {
  Table table{"resources", "resource", {"busy %", "closed %"}, {}};
  for (const Load& load : busiest_first(loads.all))
    table.rows.push_back({title(load), {load.busy, load.closed}});
  table.shown = kShownResources;
  return table;
}

}  // namespace flybar::experiments
