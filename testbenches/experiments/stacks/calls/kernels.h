/// The kernels of a test bed's nodes, which call each other: gmsnet on each, over any carrier.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "models/gmsnet/carrier.h"
#include "models/gmsnet/gmsnet.h"
#include "testbenches/experiments/stacks/calls/frame_pools.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class Kernels {
 public:
  /// What one of them is over, and has its frames from.
  struct Base {
    std::unique_ptr<gmsnet::Carrier> carrier;
    host::PagePool& pool;
  };
  // Before the test bed runs:
  Kernels(Testbed& testbed, std::vector<Base> nodes);
  Kernels(TrapezeStack& stack, FramePools& pools);

  gmsnet::Gmsnet& gmsnet(std::size_t n) { return gmsnets_[n]; }
  gmsnet::Carrier& carrier(std::size_t n) { return *nodes_[n].carrier; }

 private:
  std::vector<Base> nodes_;
  std::deque<gmsnet::Gmsnet> gmsnets_;
};

}  // namespace flybar::experiments
