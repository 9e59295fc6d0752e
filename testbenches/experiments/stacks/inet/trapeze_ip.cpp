#include "testbenches/experiments/stacks/inet/trapeze_ip.h"

namespace flybar::experiments {

TrapezeIp::TrapezeIp(TrapezeStack& stack, Kernels& kernels) : kernels_(kernels) {
  const Testbed& testbed = stack.testbed();
  for (std::size_t n = 0; n < stack.testbed().hardware().nodes(); ++n)
    drivers_.emplace_back(stack.endpoint(n), kernels.gmsnet(n).pool(),
                          testbed.context().system.node(n).get<inet::InetParams>());
}

std::vector<IpHost> TrapezeIp::hosts() {
  std::vector<IpHost> all;
  for (std::size_t n = 0; n < drivers_.size(); ++n) {
    inet::IpDriver& driver = drivers_[n];
    all.push_back({kernels_.gmsnet(n).pool(), driver, [&driver] {
                     const inet::IpDriver::Counters& counters = driver.counters();
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
