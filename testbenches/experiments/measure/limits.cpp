#include "testbenches/experiments/measure/limits.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "testbenches/experiments/measure/messages/critical_path.h"

namespace flybar::experiments {

namespace {

constexpr std::size_t kShownResources = 6;
constexpr std::string_view kBetweenReliefs = ", ";
/// Below this share of the time of messages `limit` says that no single parameter relieves much: to
/// halve a third brings a fifth, and the shares are known no better.
constexpr double kMuch = 100.0 / 3;  // %
/// Below this part of what a resource does `limit` says that no single parameter relieves half of
/// it.
constexpr double kMost = 0.5;
/// A cable is full if packets move for this part of the time in which they hold it.
constexpr double kFull = 0.8;

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

/// All reliefs of the resource if the parameter is its first one; else the parameter alone.
std::string reliefs_with(const std::string& parameter, const std::string& relief) {
  return parameter == first_of(relief) ? relief : parameter;
}

std::string relief_of(const Loads& loads, const Resource& what) {
  const auto own = loads.reliefs.find(&what);
  return own == loads.reliefs.end() ? what.relief : own->second;
}

void add_share(std::vector<Share>& sums, const Share& part) {
  const auto known =
      std::find_if(sums.begin(), sums.end(), [&](const Share& sum) { return sum.by == part.by; });
  if (known == sums.end())
    sums.push_back(part);
  else
    known->percent += part.percent;
}

/// Precondition: `shares` is not empty.
const Share& largest(const std::vector<Share>& shares) {
  return *std::max_element(shares.begin(), shares.end(),
                           [](const Share& a, const Share& b) { return a.percent < b.percent; });
}

/// A kind of resource for which messages wait, and what one parameter relieves of it.
struct Awaited {
  const Resource* what = nullptr;
  double waits = 0;  ///< % of their time
  double relieved = 0;
  std::string relief;
};

/// What parameters relieve of the work of a kind, each as a share of it.
std::vector<Share> shares_of(const Loads& loads, const Resource& kind) {
  std::vector<Share> sums;
  double whole = 0;
  for (const std::vector<Load>* all : {&loads.all, &loads.between_cables})
    for (const Load& load : *all) {
      if (load.what != &kind) continue;
      whole += load.awaited;
      for (const Share& part : load.parts) add_share(sums, part);
    }
  if (sums.empty() || whole <= 0) return {{first_of(kind.relief), 1}};
  for (Share& sum : sums) sum.percent = std::min(1.0, sum.percent / whole);
  return sums;
}

std::vector<Awaited> awaited(const Loads& loads, const Shares& waits) {
  std::vector<Awaited> all;
  for (const Resource* kind : loads.kinds)
    if (const double sum = total(*kind, waits); sum > 0)
      for (const Share& share : shares_of(loads, *kind))
        all.push_back({kind, sum, sum * share.percent, share.by});
  return all;
}

/// The parameter that relieves most of what messages wait for, and the kind of resource of which it
/// relieves most.
Awaited most_relieved(const std::vector<Awaited>& all) {
  std::vector<Share> sums;
  for (const Awaited& one : all) add_share(sums, {one.relief, one.relieved});
  const Share& best = largest(sums);
  Awaited first;
  for (const Awaited& one : all)
    if (one.relief == best.by && one.relieved > first.relieved) first = one;
  first.relieved = best.percent;
  return first;
}

std::optional<Limit> longest_wait(const Loads& loads, const Shares& waits, bool queues_hide) {
  const std::vector<Awaited> all = awaited(loads, waits);
  if (all.empty()) return std::nullopt;
  const Awaited best = most_relieved(all);
  if (best.what == nullptr || (queues_hide && best.waits < total(kEarlierMessages, waits)))
    return std::nullopt;
  const bool longest = std::none_of(all.begin(), all.end(),
                                    [&](const Awaited& other) { return other.waits > best.waits; });
  Limit limit{best.what->name, Limit::Kind::kLongestWait, best.waits,
              reliefs_with(best.relief, relief_of(loads, *best.what))};
  limit.text = fmt::format("{}, for which messages wait longest{}: {} ({:.0f} %){}", limit.resource,
                           longest ? "" : " of all that one parameter relieves",
                           listed(*best.what, waits), best.waits, faster_with(limit.relief));
  if (best.relieved < kMuch) limit.text += "; no single parameter relieves a third of their time";
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

/// The parameter that makes most of its work shorter, and how much of the time that is.
Share best_of(const Load& load) {
  if (load.parts.empty()) return {first_of(load.what->relief), load.busy};
  return largest(load.parts);
}

Limit limit_of(const Loads& loads, const Load& load, Limit::Kind kind, double percent,
               const std::string& how) {
  Limit limit{title(load), kind, percent,
              reliefs_with(best_of(load).by, relief_of(loads, *load.what))};
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
      loads, {first.what, first.place, percent}, Limit::Kind::kBusiest, percent,
      fmt::format("at whose engines the link stands {:.0f} % of the time ({} {:.0f} % "
                  "as sender, {} {:.0f} % as receiver)",
                  percent, sender.place, sender.sent, receiver.place, receiver.received));
}

/// A cable that packets hold without filling it is relieved by what they come from.
Limit held_limit(const Loads& loads, const Load& closed) {
  Limit limit = limit_of(loads, closed, Limit::Kind::kSaturated, closed.closed,
                         fmt::format("saturated: packets hold it {:.0f} % of the time and move "
                                     "{:.0f} %",
                                     closed.closed, closed.busy));
  if (closed.busy >= kFull * closed.closed) return limit;
  for (const Resource* kind : loads.kinds)
    if (kind->paces_link) limit.relief = std::string(kind->relief) + ", " + closed.what->relief;
  return limit;
}

/// Packets stand in switches behind others that wait for the same output, although no output is
/// full: what a switch without queues for each output can move.
Limit blocked_limit(const Loads& loads, const Load& blocked) {
  return limit_of(loads, blocked, Limit::Kind::kSaturated, blocked.blocked,
                  fmt::format("saturated: packets move on it {:.0f} % of the time and stand {:.0f} "
                              "% behind others that wait for the same output of a switch",
                              blocked.busy, blocked.blocked - blocked.busy));
}

Limit throughput_limit(const Loads& loads) {
  const Load& busiest = most(loads.all, &Load::busy);
  if (busiest.busy >= kSaturated)
    return limit_of(loads, busiest, Limit::Kind::kSaturated, busiest.busy,
                    fmt::format("saturated: busy {:.0f} % of the time", busiest.busy));
  const Load& closed = most(loads.all, &Load::closed);
  if (closed.closed >= kSaturated) return held_limit(loads, closed);
  const Load& blocked = most(loads.all, &Load::blocked);
  if (blocked.blocked >= kSaturated) return blocked_limit(loads, blocked);
  double most_relieved = 0;
  for (const Load& load : loads.all) most_relieved = std::max(most_relieved, best_of(load).percent);
  if (const auto link = link_limit(loads, most_relieved)) return *link;
  return limit_of(
      loads, busiest, Limit::Kind::kBusiest, busiest.busy,
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
  text += faster_with(limit.relief);
  const auto own = std::find_if(rows.begin(), rows.end(),
                                [&](const Load& load) { return title(load) == limit.resource; });
  if (own != rows.end() && own->busy == limit.percent && best_of(*own).percent < kMost * own->busy)
    text += "; no single parameter relieves half of its work";
  return text;
}

}  // namespace

std::string first_of(const std::string& relief) {
  return relief.substr(0, relief.find(kBetweenReliefs));
}

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
    for (std::size_t begin = 0; begin < relief.size();) {
      const std::string one = first_of(relief.substr(begin));
      if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
      begin += one.size() + kBetweenReliefs.size();
    }
  };
  for (const Resource* kind : loads.kinds) add(relief_of(loads, *kind));
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
