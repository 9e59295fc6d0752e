#include "testbenches/experiments/many/members.h"

#include <algorithm>
#include <iterator>

namespace flybar::experiments {

Members Members::of(const cluster::SystemParams& system, std::size_t nodes) {
  using cluster::Runs;
  Members all;
  for (std::size_t n = 0; n < nodes; ++n) {
    const Runs runs = system.role(n).runs;
    if (runs == Runs::kBoth || runs == Runs::kSend) all.senders.push_back(n);
    if (runs == Runs::kBoth || runs == Runs::kReceive) all.receivers.push_back(n);
  }
  return all;
}

std::vector<std::size_t> Members::both() const {
  std::vector<std::size_t> both;
  std::set_intersection(senders.begin(), senders.end(), receivers.begin(), receivers.end(),
                        std::back_inserter(both));
  return both;
}

}  // namespace flybar::experiments
