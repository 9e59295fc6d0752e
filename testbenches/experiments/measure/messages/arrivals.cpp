#include "testbenches/experiments/measure/messages/arrivals.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace flybar::experiments {

void Arrivals::add(Time at) {
  while (bin(at) >= kBins) widen();
  if (bin(at) >= bins_.size()) bins_.resize(bin(at) + 1);
  ++bins_[bin(at)];
  ++all_;
  last_ = std::max(last_, at);
}

void Arrivals::widen() {
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    const std::int64_t count = std::exchange(bins_[i], 0);
    bins_[i / 2] += count;
  }
  bins_.resize((bins_.size() + 1) / 2);
  ++shift_;
}

double Arrivals::came_by(Time at) const {
  if (at >= last_) return static_cast<double>(all_);
  const auto here = static_cast<std::ptrdiff_t>(bin(at));
  const auto before = std::accumulate(bins_.begin(), bins_.begin() + here, std::int64_t{0});
  const Time begin = Time::ps(static_cast<std::int64_t>(here) << shift_);
  const double part = (at - begin).us() / Time::ps(std::int64_t{1} << shift_).us();
  return static_cast<double>(before) +
         part * static_cast<double>(bins_[static_cast<std::size_t>(here)]);
}

std::int64_t Arrivals::count(Time from, Time to) const {
  return std::llround(came_by(to) - came_by(from));
}

std::vector<double> Arrivals::durations(Time from, Time to, std::size_t parts) const {
  const double first = came_by(from), part = (came_by(to) - first) / static_cast<double>(parts);
  const double width = Time::ps(std::int64_t{1} << shift_).us();
  std::vector<double> durations;
  double before = from.us(), came = 0;
  for (std::size_t i = bin(from); i < bins_.size() && durations.size() < parts; ++i) {
    if (i == bin(from)) came = came_by(Time::ps(static_cast<std::int64_t>(i) << shift_));
    const auto here = static_cast<double>(bins_[i]);
    while (durations.size() < parts && here > 0) {
      const double wanted = first + part * static_cast<double>(durations.size() + 1);
      if (wanted > came + here) break;
      const double at = width * (static_cast<double>(i) + (wanted - came) / here);
      durations.push_back(std::max(at - before, 0.0));
      before = std::max(at, before);
    }
    came += here;
  }
  durations.resize(parts);
  return durations;
}

}  // namespace flybar::experiments
