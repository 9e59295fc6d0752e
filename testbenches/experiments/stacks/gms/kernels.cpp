#include "testbenches/experiments/stacks/gms/kernels.h"

#include <string>

#include "models/gmsnet/gmsnet_params.h"

namespace flybar::experiments {

Kernels::Kernels(TrapezeStack& stack) {
  Testbed& testbed = stack.testbed();
  const Context& context = testbed.context();
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n) {
    cluster::Node& node = testbed.hardware().node(n);
    pools_.emplace_back(node.cpu);
    gmsnets_.emplace_back(std::string(node.name()), stack.endpoint(n), pools_.back(),
                          context.system.node(n).get<gmsnet::GmsnetParams>(), context.observer);
  }
}

}  // namespace flybar::experiments
