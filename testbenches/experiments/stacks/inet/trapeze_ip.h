/// IP over Trapeze on every node, beside gmsnet: one NIC, one pool of frames for both.
#pragma once

#include <deque>
#include <vector>

#include "models/inet/device/ip_driver.h"
#include "testbenches/experiments/stacks/gms/kernels.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"

namespace flybar::experiments {

class TrapezeIp {
 public:
  /// Before the test bed runs.
  TrapezeIp(TrapezeStack& stack, Kernels& kernels);

  inet::IpDriver& driver(std::size_t n) { return drivers_[n]; }
  /// What InetHosts takes.
  std::vector<IpHost> hosts();

 private:
  Kernels& kernels_;
  std::deque<inet::IpDriver> drivers_;
};

}  // namespace flybar::experiments
