#include "testbenches/experiments/stacks/inet/myriapi_link.h"

namespace flybar::experiments {

MyriapiLink::MyriapiLink(Testbed& testbed, std::size_t card)
    : stack_(testbed, {.notify = myriapi::Notify::kInterrupt, .card = card}), pools_(testbed) {
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n)
    drivers_.emplace_back(stack_.nic(n), pools_.of(n),
                          testbed.context().system.node(n).get<inet::InetParams>());
}

std::vector<Drops> MyriapiLink::drops(std::size_t n) {
  const inet::MyriapiDriver::Counters& counters = drivers_[n].counters();
  return {{"no frame for the receive ring", true, counters.no_frame, "host.memory"},
          {kMalformed, true, counters.malformed},
          {"waited for the send ring", false, counters.ring_full},
          {"gathered by copy", false, counters.gathered}};
}

/// Its rings have as many entries as the vendor's firmware gave them.
std::vector<Drops> MyriapiLink::dropped_by_cards() {
  const Stack::Dropped cards = stack_.dropped();
  return {{"receive ring of the card full", true, cards.no_room},
          {"damaged on a cable", true, cards.damaged, "link.byte_errors"}};
}

}  // namespace flybar::experiments
