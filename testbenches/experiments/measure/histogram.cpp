#include "testbenches/experiments/measure/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace flybar::experiments {

std::size_t Histogram::bucket(Time time, unsigned bits) {
  const auto value = static_cast<std::uint64_t>(time.ps());
  const auto width = static_cast<unsigned>(std::bit_width(value));
  if (width <= bits + 1) return value;
  const unsigned shift = width - bits - 1;
  return (static_cast<std::size_t>(shift) << bits) + (value >> shift);
}

Time Histogram::floor(std::size_t bucket, unsigned bits) {
  if (bucket >> bits <= 1) return Time::ps(static_cast<std::int64_t>(bucket));
  const std::size_t shift = (bucket >> bits) - 1;
  return Time::ps(static_cast<std::int64_t>((bucket - (shift << bits)) << shift));
}

void Histogram::add(Time time) {
  const std::size_t at = bucket(time, kFineBits);
  if (at >= counts_.size()) counts_.resize(at + 1);
  ++counts_[at];
  min_ = count_ == 0 ? time : std::min(min_, time);
  max_ = std::max(max_, time);
  sum_ += time;
  ++count_;
}

double Histogram::mean_us() const {
  return count_ == 0 ? 0 : sum_.us() / static_cast<double>(count_);
}

Time Histogram::quantile(double part) const {
  const auto rank = std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::ceil(part * static_cast<double>(count_))));
  std::int64_t below = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    below += counts_[i];
    if (below < rank) continue;
    const Time from = floor(i, kFineBits);
    const Time to = floor(i + 1, kFineBits);
    return std::clamp(from + Time::ps((to - from).ps() / 2), min_, max_);
  }
  return max_;
}

std::vector<Histogram::Bucket> Histogram::buckets() const {
  std::vector<Bucket> all;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    const std::size_t coarse = bucket(floor(i, kFineBits), kCoarseBits);
    const Time from = floor(coarse, kCoarseBits);
    if (all.empty() || all.back().from != from)
      all.push_back({from, floor(coarse + 1, kCoarseBits), 0});
    all.back().count += counts_[i];
  }
  return all;
}

}  // namespace flybar::experiments
