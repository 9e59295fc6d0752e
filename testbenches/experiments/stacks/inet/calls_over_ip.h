/// Calls between kernels in datagrams of IP, which may be what sockets of the same hosts use, too.
#pragma once

#include <memory>

#include "testbenches/experiments/stacks/calls/kernels.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"

namespace flybar::experiments {

/// Before the test bed runs.
std::unique_ptr<Kernels> calls_over_ip(Testbed& testbed, InetHosts& hosts);

}  // namespace flybar::experiments
