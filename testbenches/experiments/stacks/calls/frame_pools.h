/// The free frames of the kernel on every node of a test bed.
#pragma once

#include <deque>

#include "models/host/paging/page_pool.h"
#include "testbenches/experiments/measure/testbed.h"

namespace flybar::experiments {

class FramePools {
 public:
  /// Before the test bed runs.
  explicit FramePools(Testbed& testbed) {
    for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n)
      pools_.emplace_back(testbed.hardware().node(n).cpu);
  }

  host::PagePool& of(std::size_t n) { return pools_[n]; }

 private:
  std::deque<host::PagePool> pools_;
};

}  // namespace flybar::experiments
