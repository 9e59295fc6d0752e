#include "testbenches/experiments/stacks/inet/ring_link.h"

namespace flybar::experiments {

std::vector<Drops> RingLink::drops(std::size_t n) {
  const lan::Driver::Counters& counters = device(n).counters();
  return {{"no frame for the receive ring", true, counters.no_frame, "host.memory"},
          {kMalformed, true, counters.malformed},
          {"waited for the send ring", false, counters.ring_full},
          {"gathered by copy", false, counters.gathered}};
}

std::vector<Drops> RingLink::dropped_by_cards() {
  const RingStack::Dropped frames = stack_.dropped_frames();
  return {{"receive ring of the card full", true, frames.no_descriptor, "lan.rings"},
          {"FIFO of the card full", true, frames.fifo_full, "lan.fifo"},
          {"damaged on a cable", true, frames.damaged, "lan.byte_errors"},
          {"lost on a cable", true, frames.lost, "lan.lost_frames"}};
}

}  // namespace flybar::experiments
