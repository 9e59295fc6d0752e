/// Times, counted in buckets whose width grows with the time, as in HdrHistogram. Memory is
/// bounded, however many there are.
#pragma once

#include <cstdint>
#include <vector>

#include "models/common/units.h"

namespace flybar::experiments {

class Histogram {
 public:
  /// Buckets in a power of two: a quantile is wrong by less than one part in 1024.
  static constexpr unsigned kFineBits = 10;
  /// Of those to be looked at.
  static constexpr unsigned kCoarseBits = 5;

  /// Which bucket a time of 0 or more is in, where a power of two has 2^bits of them.
  static std::size_t bucket(Time time, unsigned bits);
  /// The least time in a bucket.
  static Time floor(std::size_t bucket, unsigned bits);

  void add(Time time);

  std::int64_t count() const { return count_; }
  // Exact; 0 if nothing was added.
  Time min() const { return min_; }
  Time max() const { return max_; }
  double mean_us() const;
  /// The time that a share of `part` (0 .. 1) of all does not exceed: the middle of its bucket.
  Time quantile(double part) const;

  struct Bucket {
    Time from;  ///< included
    Time to;    ///< not included
    std::int64_t count;
  };
  /// Those that hold any, 32 in a power of two.
  std::vector<Bucket> buckets() const;

 private:
  std::vector<std::int64_t> counts_;
  std::int64_t count_ = 0;
  Time sum_;  ///< exact, so the order in which messages arrive does not matter
  Time min_;
  Time max_;
};

}  // namespace flybar::experiments
