/// What several values of one quantity say about its mean.
#pragma once

#include <vector>

namespace flybar::program {

struct Sample {
  double mean = 0;
  double variance = 0;  ///< of the mean
  double count = 0;

  /// Half of the interval of 95 % around the mean (Student's t). Of at least two values.
  double half_width() const;
};

/// Of at least one value.
Sample sample_of(const std::vector<double>& values);

}  // namespace flybar::program
