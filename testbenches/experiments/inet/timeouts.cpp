#include "testbenches/experiments/inet/timeouts.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace flybar::experiments {

namespace {

constexpr double kHalf = 50;  // %

std::vector<Drops> most_first(const std::vector<std::vector<Drops>>& drops) {
  std::vector<Drops> lost;
  for (const std::vector<Drops>& some : drops) lost.insert(lost.end(), some.begin(), some.end());
  std::erase_if(lost, [](const Drops& one) { return !one.lost || one.count == 0; });
  std::stable_sort(lost.begin(), lost.end(),
                   [](const Drops& a, const Drops& b) { return a.count > b.count; });
  return lost;
}

std::string listed(const std::vector<Drops>& lost) {
  std::string text;
  for (const Drops& one : lost)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", one.cause, one.count);
  return text.empty() ? "none that is known" : text;
}

bool exceeds(double percent, const Limit& limit) {
  const bool busy = limit.kind == Limit::Kind::kSaturated || limit.kind == Limit::Kind::kBusiest;
  return percent > (busy ? limit.percent : kHalf);
}

}  // namespace

void limit_by_timeouts(Results& results, const TimedOut& timed_out) {
  const double waited = timed_out.timeouts.waited.us();
  if (waited <= 0 || timed_out.connection_us <= 0) return;
  const double percent = std::min(100.0, 100 * waited / timed_out.connection_us);
  if (!exceeds(percent, results.limit)) return;
  const std::vector<Drops> lost = most_first(timed_out.drops);
  Limit limit{"retransmission timers of TCP", Limit::Kind::kLongestWait, percent,
              lost.empty() ? "" : lost.front().relief};
  limit.text = fmt::format(
      "{}, for which connections wait {:.0f} % of the time; time-outs: {}; "
      "packets lost: {}",
      limit.resource, percent, timed_out.timeouts.count, listed(lost));
  if (!limit.relief.empty()) limit.text += "; faster with " + limit.relief;
  results.limit = std::move(limit);
}

}  // namespace flybar::experiments
