#include "testbenches/experiments/stacks/gms/kernels.h"

#include <string>
#include <utility>

#include "models/gmsnet/carriers/datagrams/datagram_carrier.h"
#include "models/gmsnet/carriers/trapeze/trapeze_carrier.h"
#include "models/gmsnet/gmsnet_params.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"

namespace flybar::experiments {

namespace {

const gmsnet::GmsnetParams& gmsnet_params(Testbed& testbed, std::size_t n) {
  return testbed.context().system.node(n).get<gmsnet::GmsnetParams>();
}

}  // namespace

Kernels::Kernels(TrapezeStack& stack, FramePools& pools) {
  Testbed& testbed = stack.testbed();
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n)
    add(testbed,
        std::make_unique<gmsnet::TrapezeCarrier>(stack.endpoint(n), pools.of(n),
                                                 gmsnet_params(testbed, n)),
        pools.of(n));
}

Kernels::Kernels(Testbed& testbed, InetHosts& hosts) {
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n)
    add(testbed,
        std::make_unique<gmsnet::DatagramCarrier>(hosts.inet(n), gmsnet_params(testbed, n)),
        hosts.inet(n).pool());
}

void Kernels::add(Testbed& testbed, std::unique_ptr<gmsnet::Carrier> carrier,
                  host::PagePool& pool) {
  const std::size_t n = gmsnets_.size();
  carriers_.push_back(std::move(carrier));
  gmsnets_.emplace_back(std::string(testbed.hardware().node(n).name()), *carriers_.back(), pool,
                        gmsnet_params(testbed, n), testbed.context().observer);
}

}  // namespace flybar::experiments
