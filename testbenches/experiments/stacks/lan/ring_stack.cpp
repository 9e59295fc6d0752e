#include "testbenches/experiments/stacks/lan/ring_stack.h"

#include "models/lan/network.h"

namespace flybar::experiments {

RingStack::RingStack(Testbed& testbed, std::size_t card) : Stack(testbed, card), pools_(testbed) {
  const LayerParams& shared = testbed.context().system.shared;
  for (std::size_t n = 0; n < nodes(); ++n) {
    const cluster::Node::Seat& place = seat(n);
    lan::Driver::Parts parts{.cpu = node(n).cpu,
                             .pool = pools_.of(n),
                             .interrupt = *place.interrupt,
                             .window = place.window,
                             .card = lan::RingCard::of(*place.card),
                             .routes = {}};
    for (std::size_t to = 0; to < nodes(); ++to)
      if (to != n) parts.routes.push_back({static_cast<std::uint32_t>(to), route(n, to)});
    testbed.prepare(*place.card);
    drivers_.emplace_back(std::move(parts), shared.get<lan::LanParams>(),
                          params(n).get<lan::RingParams>());
  }
}

std::optional<MessageCounts> RingStack::counts(std::size_t n) const {
  const lan::CardCounters& card = drivers_[n].card().counters();
  const auto number = [](std::uint64_t count) { return static_cast<std::uint32_t>(count); };
  return MessageCounts{number(card.sent), number(card.received),
                       number(card.no_descriptor + card.fifo_full), number(card.damaged)};
}

RingStack::Dropped RingStack::dropped_frames() {
  Dropped sum;
  for (const lan::Driver& driver : drivers_) {
    const lan::CardCounters& card = driver.card().counters();
    sum.no_descriptor += card.no_descriptor, sum.fifo_full += card.fifo_full;
    sum.damaged += card.damaged;
  }
  const auto& network =
      dynamic_cast<const lan::Network&>(testbed().hardware().network(seat(0).network));
  sum.damaged += network.counters().damaged;
  sum.lost = network.counters().lost;
  return sum;
}

}  // namespace flybar::experiments
