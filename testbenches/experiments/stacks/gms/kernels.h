/// The kernels of a test bed's nodes, which call each other: gmsnet on each, over Trapeze or over
/// IP.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "models/gmsnet/carrier.h"
#include "models/gmsnet/gmsnet.h"
#include "testbenches/experiments/stacks/gms/frame_pools.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class InetHosts;

class Kernels {
 public:
  // Before the test bed runs:
  Kernels(TrapezeStack& stack, FramePools& pools);
  Kernels(Testbed& testbed, InetHosts& hosts);

  gmsnet::Gmsnet& gmsnet(std::size_t n) { return gmsnets_[n]; }

 private:
  void add(Testbed& testbed, std::unique_ptr<gmsnet::Carrier> carrier, host::PagePool& pool);

  std::vector<std::unique_ptr<gmsnet::Carrier>> carriers_;
  std::deque<gmsnet::Gmsnet> gmsnets_;
};

}  // namespace flybar::experiments
