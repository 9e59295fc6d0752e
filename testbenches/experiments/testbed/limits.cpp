#include "testbenches/experiments/testbed/limits.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "testbenches/experiments/messages/critical_path.h"

namespace flybar::experiments {

namespace {

constexpr std::size_t kShownResources = 6;

std::string title(const Load& load) {
  return std::string(load.what->name) + (load.between ? " " : " of ") + load.place;
}

using Shares = std::array<double, kWaits>;

double total(const Resource& resource, const Shares& waits) {
  double sum = 0;
  for (std::size_t i = 0; i < kWaits; ++i)
    if (resource.is_waited_for(static_cast<Wait>(i))) sum += waits[i];
  return sum;
}

/// The waits for it, the longest first.
std::string listed(const Resource& resource, const Shares& waits) {
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < kWaits; ++i)
    if (resource.is_waited_for(static_cast<Wait>(i)) && waits[i] > 0) own.push_back(i);
  std::stable_sort(own.begin(), own.end(),
                   [&](std::size_t a, std::size_t b) { return waits[a] > waits[b]; });
  std::string line;
  for (const std::size_t i : own)
    line.append(line.empty() ? "" : ", ").append(name(static_cast<Wait>(i)));
  return line;
}

constexpr Resource kQueues{
    "earlier messages", "",
    waits_of(Wait::kDmaInQueue, Wait::kLinkQueue, Wait::kDmaOutQueue, Wait::kHostQueue)};

/// The kind of resource for which messages wait longest.
std::optional<Limit> longest_wait(const Loads& loads, const Shares& waits, bool queues_hide) {
  const Resource* longest = nullptr;
  double most = 0;
  for (const Resource* kind : loads.kinds)
    if (const double sum = total(*kind, waits); sum > most) longest = kind, most = sum;
  if (longest == nullptr || (queues_hide && most < total(kQueues, waits))) return std::nullopt;
  Limit limit{longest->name, Limit::Kind::kLongestWait, most, longest->relief};
  limit.text = fmt::format("{}, for which messages wait longest: {} ({:.0f} %); faster with {}",
                           limit.resource, listed(*longest, waits), most, limit.relief);
  return limit;
}

const Load& most(const std::vector<Load>& loads, double Load::*share) {
  return *std::max_element(loads.begin(), loads.end(),
                           [share](const Load& a, const Load& b) { return a.*share < b.*share; });
}

const LinkHold& longest(const std::vector<LinkHold>& holds, double LinkHold::*share) {
  return *std::max_element(
      holds.begin(), holds.end(),
      [share](const LinkHold& a, const LinkHold& b) { return a.*share < b.*share; });
}

Limit limit_of(const Load& load, Limit::Kind kind, double percent, const std::string& how) {
  Limit limit{title(load), kind, percent, load.what->relief};
  limit.text = limit.resource + ", " + how;
  return limit;
}

/// While a link is held and does not move because of such a resource at one of its ends, neither of
/// them goes on: the two times add up.
std::optional<Limit> link_limit(const Loads& loads, double more_than) {
  if (loads.holds.empty()) return std::nullopt;
  const LinkHold& sender = longest(loads.holds, &LinkHold::sent);
  const LinkHold& receiver = longest(loads.holds, &LinkHold::received);
  const double percent = sender.sent + receiver.received;
  if (percent <= more_than) return std::nullopt;
  const LinkHold& first = sender.sent >= receiver.received ? sender : receiver;
  return limit_of(
      {first.what, first.place, percent}, Limit::Kind::kBusiest, percent,
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
  if (const auto link = link_limit(loads, busiest.busy)) return *link;
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

Limit find_limit(const Loads& loads, const Results& results, bool queues_hide) {
  const bool time = !results.numbers.empty() && results.numbers.front().unit == "us";
  if (time && results.waits)
    if (auto limit = longest_wait(loads, *results.waits, queues_hide)) return *limit;
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
