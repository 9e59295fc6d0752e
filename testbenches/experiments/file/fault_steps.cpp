#include "testbenches/experiments/file/fault_steps.h"

#include <algorithm>

namespace flybar::experiments {

void FaultSteps::begin(Time at) {
  now_.fill(Time());
  now_.front() = at;
}

void FaultSteps::note(gmsnet::CallStep step, Time at) {
  const auto number = 1 + static_cast<std::size_t>(step);
  if (step == gmsnet::CallStep::kBegun && now_[number] != Time()) return;
  now_[number] = at;
}

/// A step that there was not, as of a page that the disk brought, takes no time.
void FaultSteps::end(Time at) {
  now_.back() = at;
  for (std::size_t i = 1; i < now_.size(); ++i)
    now_[i] = std::min(std::max(now_[i], now_[i - 1]), at);
  for (std::size_t i = 0; i < kStages; ++i) sums_[i] += now_[i + 1] - now_[i];
  latencies_.add(at - now_.front());
  if (at - now_.front() > slowest_.back() - slowest_.front()) slowest_ = now_;
}

Table FaultSteps::table() const {
  constexpr std::array<const char*, kStages> kNames = {"fault", "request", "wire", "server",
                                                       "reply", "copy",    "map"};
  Table table{"stages of a fault", "stage", {"mean us", "share %", "of the slowest us"}, {}};
  const auto count = static_cast<double>(latencies_.count());
  const double whole = latencies_.mean_us();
  for (std::size_t i = 0; i < kStages; ++i) {
    const double mean = sums_[i].us() / count;
    table.rows.push_back(
        {kNames[i], {mean, 100 * mean / whole, (slowest_[i + 1] - slowest_[i]).us()}});
  }
  table.rows.push_back({"all", {whole, 100, (slowest_.back() - slowest_.front()).us()}});
  return table;
}

}  // namespace flybar::experiments
