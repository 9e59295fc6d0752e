#include "testbenches/experiments/stacks/gms/kernels.h"

#include <string>

#include "models/gmsnet/gmsnet_params.h"

namespace flybar::experiments {

Kernels::Kernels(TrapezeStack& stack) : pools_(stack.testbed()) {
  Testbed& testbed = stack.testbed();
  const Context& context = testbed.context();
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n) {
    cluster::Node& node = testbed.hardware().node(n);
    gmsnets_.emplace_back(std::string(node.name()), stack.endpoint(n), pools_.of(n),
                          context.system.node(n).get<gmsnet::GmsnetParams>(), context.observer);
  }
}

}  // namespace flybar::experiments
