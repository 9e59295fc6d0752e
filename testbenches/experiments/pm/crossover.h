/// The size from which remote writes stay quicker than copies, of sizes one after the other.
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiments/measure/experiment.h"

namespace flybar::experiments {

struct SizeRange {
  Bytes from, to, step;

  void check(std::vector<Fault>& faults) const;
  std::vector<Bytes> sizes() const;
};

/// What was measured of one size, MB/s.
struct TwoWays {
  Bytes size;
  double copied;
  double written;
};

/// That size, and a table of all: `columns` says what it calls the two.
void add_crossover(const std::vector<TwoWays>& all, const std::vector<std::string>& columns,
                   Results& results);

}  // namespace flybar::experiments
