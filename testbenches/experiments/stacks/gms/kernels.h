/// The kernels of a test bed's nodes: frames and gmsnet on each.
#pragma once

#include <deque>

#include "models/gmsnet/gmsnet.h"
#include "testbenches/experiments/stacks/gms/frame_pools.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class Kernels {
 public:
  /// Before the test bed runs.
  explicit Kernels(TrapezeStack& stack);

  gmsnet::Gmsnet& gmsnet(std::size_t n) { return gmsnets_[n]; }
  FramePools& pools() { return pools_; }

 private:
  FramePools pools_;
  std::deque<gmsnet::Gmsnet> gmsnets_;
};

}  // namespace flybar::experiments
