#include "testbenches/experiments/stacks/inet/calls_over_ip.h"

#include <utility>
#include <vector>

#include "models/gmsnet/carriers/datagrams/datagram_carrier.h"
#include "models/gmsnet/gmsnet_params.h"

namespace flybar::experiments {

std::unique_ptr<Kernels> calls_over_ip(Testbed& testbed, InetHosts& hosts) {
  std::vector<Kernels::Base> nodes;
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n)
    nodes.push_back(
        {std::make_unique<gmsnet::DatagramCarrier>(
             hosts.inet(n), testbed.context().system.node(n).get<gmsnet::GmsnetParams>()),
         hosts.inet(n).pool()});
  return std::make_unique<Kernels>(testbed, std::move(nodes));
}

}  // namespace flybar::experiments
