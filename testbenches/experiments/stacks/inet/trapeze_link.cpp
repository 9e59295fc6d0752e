#include "testbenches/experiments/stacks/inet/trapeze_link.h"

#include "models/inet/inet_params.h"

namespace flybar::experiments {

TrapezeLink::TrapezeLink(Testbed& testbed, std::size_t card, BesideIp beside)
    : stack_(testbed, {.notify = trapeze::Notify::kInterrupt, .card = card}), pools_(testbed) {
  if (beside == BesideIp::kCalls) kernels_.emplace(stack_, pools_);
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n)
    drivers_.emplace_back(stack_.endpoint(n), pool(n),
                          testbed.context().system.node(n).get<inet::InetParams>());
}

std::vector<Drops> TrapezeLink::drops(std::size_t n) {
  const inet::IpDriver::Counters& counters = drivers_[n].counters();
  return {{"no frame for the receive ring", true, counters.no_frame, "host.memory"},
          {kMalformed, true, counters.malformed},
          {"waited for the send ring", false, counters.ring_full},
          {"gathered by copy", false, counters.gathered}};
}

std::vector<Drops> TrapezeLink::dropped_by_cards() {
  const Stack::Dropped cards = stack_.dropped();
  return {{"receive ring of the card full", true, cards.no_room, "mcp.receive_entries"},
          {"damaged on a cable", true, cards.damaged, "link.byte_errors"}};
}

}  // namespace flybar::experiments
