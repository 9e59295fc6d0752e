/// When messages came. Memory is bounded, however many there are, and the order in which nodes that
/// run ahead of each other report them does not matter.
#pragma once

#include <cstdint>
#include <vector>

#include "models/common/units.h"

namespace flybar::experiments {

class Arrivals {
 public:
  /// Of equal length, which grows by powers of two: a bin is at most one part in 4,096 of the time
  /// from 0 to the last arrival. Within a bin they came evenly.
  static constexpr std::size_t kBins = 8192;

  /// 0 or later.
  void add(Time at);

  Time last() const { return last_; }
  /// From one instant to another.
  std::int64_t count(Time from, Time to) const;
  /// How long each of `parts` equal parts of them took, in us.
  std::vector<double> durations(Time from, Time to, std::size_t parts) const;

 private:
  std::size_t bin(Time at) const { return static_cast<std::size_t>(at.ps() >> shift_); }
  void widen();
  double came_by(Time at) const;

  unsigned shift_ = 10;  ///< a bin is 2^shift_ ps
  std::vector<std::int64_t> bins_;
  std::int64_t all_ = 0;
  Time last_;
};

}  // namespace flybar::experiments
