#include "testbenches/experiments/measure/limits.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "testbenches/experiments/measure/messages/critical_path.h"

namespace flybar::experiments {

namespace {

constexpr std::size_t kShownResources = 6;
/// Less of the time of messages is not much: to halve it brings a tenth.
constexpr double kMuch = 20;  // %

std::string title(const Load& load) {
  return std::string(load.what->name) + (load.between ? " " : " of ") + load.place;
}

std::string faster_with(const std::string& relief) {
  return relief.empty() ? "" : "; faster with " + relief;
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

/// A kind of resource for which messages wait.
struct Awaited {
  const Resource* what = nullptr;
  double waits = 0;     ///< % of their time
  double relieved = 0;  ///< of it one parameter makes shorter
  std::string relief;
};

/// What one parameter relieves most of all work of this kind, and which share of it.
Share most_relieved(const std::vector<Load>& loads, const Resource& kind) {
  std::vector<Share> sums;
  double whole = 0;
  for (const Load& load : loads) {
    if (load.what != &kind) continue;
    for (const Share& part : load.parts) {
      whole += part.percent;
      const auto known = std::find_if(sums.begin(), sums.end(),
                                      [&](const Share& sum) { return sum.by == part.by; });
      if (known == sums.end())
        sums.push_back(part);
      else
        known->percent += part.percent;
    }
  }
  Share best{kind.relief, 0};
  for (const Share& sum : sums)
    if (!sum.by.empty() && sum.percent > best.percent) best = sum;
  return whole > 0 ? Share{best.by, best.percent / whole} : Share{kind.relief, 1};
}

std::vector<Awaited> awaited(const Loads& loads, const Shares& waits) {
  std::vector<Awaited> all;
  for (const Resource* kind : loads.kinds) {
    const double sum = total(*kind, waits);
    if (sum <= 0) continue;
    const Share best = most_relieved(loads.all, *kind);
    all.push_back({kind, sum, sum * best.percent, best.by});
  }
  return all;
}

/// The kind of resource of whose waits one parameter can take most.
std::optional<Limit> longest_wait(const Loads& loads, const Shares& waits, bool queues_hide) {
  const std::vector<Awaited> all = awaited(loads, waits);
  const auto less = [](double Awaited::*key) {
    return [key](const Awaited& a, const Awaited& b) { return a.*key < b.*key; };
  };
  const auto best = std::max_element(all.begin(), all.end(), less(&Awaited::relieved));
  if (best == all.end() || (queues_hide && best->waits < total(kQueues, waits)))
    return std::nullopt;
  const auto longest = std::max_element(all.begin(), all.end(), less(&Awaited::waits));
  Limit limit{best->what->name, Limit::Kind::kLongestWait, best->waits, best->relief};
  limit.text = fmt::format("{}, for which messages wait longest{}: {} ({:.0f} %){}", limit.resource,
                           best == longest ? "" : " of all that one parameter relieves",
                           listed(*best->what, waits), best->waits, faster_with(limit.relief));
  if (best->relieved < kMuch)
    limit.text += fmt::format("; no single parameter relieves {:.0f} % of their time", kMuch);
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

/// The parameter that makes most of its work shorter.
std::string relief_of(const Load& load) {
  Share best{load.what->relief, 0};
  for (const Share& part : load.parts)
    if (!part.by.empty() && part.percent > best.percent) best = part;
  return best.by;
}

Limit limit_of(const Load& load, Limit::Kind kind, double percent, const std::string& how) {
  Limit limit{title(load), kind, percent, relief_of(load)};
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

/// A cable that packets hold without filling it is relieved by what they come from.
Limit held_limit(const Loads& loads, const Load& closed) {
  Limit limit = limit_of(closed, Limit::Kind::kSaturated, closed.closed,
                         fmt::format("saturated: packets hold it {:.0f} % of the time and move "
                                     "{:.0f} %",
                                     closed.closed, closed.busy));
  for (const Resource* kind : loads.kinds)
    if (kind->paces_link) limit.relief = std::string(kind->relief) + ", " + limit.relief;
  return limit;
}

Limit throughput_limit(const Loads& loads) {
  const Load& busiest = most(loads.all, &Load::busy);
  if (busiest.busy >= kSaturated)
    return limit_of(busiest, Limit::Kind::kSaturated, busiest.busy,
                    fmt::format("saturated: busy {:.0f} % of the time", busiest.busy));
  const Load& closed = most(loads.all, &Load::closed);
  if (closed.closed >= kSaturated) return held_limit(loads, closed);
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
  return text + faster_with(limit.relief);
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

std::vector<std::string> reliefs_of(const Loads& loads) {
  std::vector<std::string> all;
  const auto add = [&all](const std::string& relief) {
    if (!relief.empty() && std::find(all.begin(), all.end(), relief) == all.end())
      all.push_back(relief);
  };
  for (const Resource* kind : loads.kinds) add(kind->relief);
  for (const Load& load : loads.all)
    for (const Share& part : load.parts) add(part.by);
  return all;
}

Table resources_table(const Loads& loads) {
  Table table{"resources", "resource", {"busy %", "closed %"}, {}};
  for (const Load& load : busiest_first(loads.all))
    table.rows.push_back({title(load), {load.busy, load.closed}});
  table.shown = kShownResources;
  return table;
}

}  // namespace flybar::experiments
