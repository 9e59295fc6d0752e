#include "testbenches/experiments/kernels.h"

#include <string>

namespace flybar::experiments {

Kernels::Kernels(const Context& context, Testbed& testbed) {
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n) {
    cluster::Node& node = testbed.hardware().node(n);
    pools_.emplace_back(node.cpu);
    gmsnets_.emplace_back(std::string(node.name()), testbed.endpoint(n), pools_.back(),
                          context.system.node(static_cast<int>(n)).gmsnet, context.observer);
  }
}

}  // namespace flybar::experiments
