#include "testbenches/experiments/stacks/inet/drops.h"

namespace flybar::experiments {

std::vector<Drops> sum_of(const std::vector<std::vector<Drops>>& nodes) {
  std::vector<Drops> sum = nodes.front();
  for (std::size_t n = 1; n < nodes.size(); ++n)
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i].count += nodes[n][i].count;
  return sum;
}

}  // namespace flybar::experiments
