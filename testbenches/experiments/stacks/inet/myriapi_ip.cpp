#include "testbenches/experiments/stacks/inet/myriapi_ip.h"

namespace flybar::experiments {

MyriapiIp::MyriapiIp(MyriapiStack& stack) {
  const Testbed& testbed = stack.testbed();
  for (std::size_t n = 0; n < stack.testbed().hardware().nodes(); ++n) {
    myriapi::Nic& nic = stack.nic(n);
    drivers_.emplace_back(nic, pools_.emplace_back(nic.cpu()),
                          testbed.context().system.node(n).get<inet::InetParams>());
  }
}

std::vector<IpHost> MyriapiIp::hosts() {
  std::vector<IpHost> all;
  for (std::size_t n = 0; n < drivers_.size(); ++n) {
    inet::MyriapiDriver& driver = drivers_[n];
    all.push_back({pools_[n], driver, [&driver] {
                     const inet::MyriapiDriver::Counters& counters = driver.counters();
                     return std::vector<Drops>{
                         {"no frame for the receive ring", true, counters.no_frame, "host.memory"},
                         {kMalformed, true, counters.malformed},
                         {"waited for the send ring", false, counters.ring_full},
                         {"gathered by copy", false, counters.gathered}};
                   }});
  }
  return all;
}

}  // namespace flybar::experiments
