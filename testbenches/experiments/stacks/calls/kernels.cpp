#include "testbenches/experiments/stacks/calls/kernels.h"

#include <string>
#include <utility>

#include "models/gmsnet/carriers/trapeze/trapeze_carrier.h"
#include "models/gmsnet/gmsnet_params.h"

namespace flybar::experiments {

namespace {

const gmsnet::GmsnetParams& gmsnet_params(Testbed& testbed, std::size_t n) {
  return testbed.context().system.node(n).get<gmsnet::GmsnetParams>();
}

std::vector<Kernels::Base> over_trapeze(TrapezeStack& stack, FramePools& pools) {
  std::vector<Kernels::Base> nodes;
  for (std::size_t n = 0; n < stack.testbed().hardware().nodes(); ++n)
    nodes.push_back({std::make_unique<gmsnet::TrapezeCarrier>(stack.endpoint(n), pools.of(n),
                                                              gmsnet_params(stack.testbed(), n)),
                     pools.of(n)});
  return nodes;
}

}  // namespace

Kernels::Kernels(Testbed& testbed, std::vector<Base> nodes) : nodes_(std::move(nodes)) {
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    gmsnets_.emplace_back(std::string(testbed.hardware().node(n).name()), *nodes_[n].carrier,
                          nodes_[n].pool, gmsnet_params(testbed, n), testbed.context().observer);
}

Kernels::Kernels(TrapezeStack& stack, FramePools& pools)
    : Kernels(stack.testbed(), over_trapeze(stack, pools)) {}

}  // namespace flybar::experiments
