/// IP over the vendor's firmware on every node: a NIC and a pool of frames that nobody else uses.
#pragma once

#include <deque>
#include <vector>

#include "models/inet/device/myriapi_driver.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"
#include "testbenches/experiments/stacks/myriapi/myriapi_stack.h"

namespace flybar::experiments {

class MyriapiIp {
 public:
  /// Before the test bed runs. The stack has been set up to interrupt.
  explicit MyriapiIp(MyriapiStack& stack);

  inet::MyriapiDriver& driver(std::size_t n) { return drivers_[n]; }
  /// What InetHosts takes.
  std::vector<IpHost> hosts();

 private:
  std::deque<host::PagePool> pools_;
  std::deque<inet::MyriapiDriver> drivers_;
};

}  // namespace flybar::experiments
