#include "testbenches/flybar/results/sample.h"

#include <cmath>
#include <numeric>

#include "testbenches/flybar/results/student.h"

namespace flybar::program {

double Sample::half_width() const {
  constexpr double kOutside = 0.05;
  const Student distribution(count - 1);
  return boost::math::quantile(complement(distribution, kOutside / 2)) * std::sqrt(variance);
}

Sample sample_of(const std::vector<double>& values) {
  Sample sample{0, 0, static_cast<double>(values.size())};
  sample.mean = std::accumulate(values.begin(), values.end(), 0.0) / sample.count;
  if (values.size() < 2) return sample;
  for (const double value : values) sample.variance += std::pow(value - sample.mean, 2);
  sample.variance /= (sample.count - 1) * sample.count;
  return sample;
}

}  // namespace flybar::program
