#include "testbenches/experiments/many/members.h"

#include <algorithm>
#include <iterator>
#include <string>

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

std::vector<std::size_t> Members::all() const {
  std::vector<std::size_t> all;
  std::set_union(senders.begin(), senders.end(), receivers.begin(), receivers.end(),
                 std::back_inserter(all));
  return all;
}

Members Members::first(std::size_t nodes) const {
  const std::vector<std::size_t> order = all();
  if (nodes >= order.size()) return *this;
  Members first = *this;
  for (auto* kind : {&first.senders, &first.receivers})
    std::erase_if(*kind, [end = order[nodes]](std::size_t n) { return n >= end; });
  return first;
}

std::vector<Flow> Members::all_to_all() const {
  const std::vector<std::size_t> nodes = both();
  std::vector<Flow> flows;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (std::size_t step = 1; step < nodes.size(); ++step)
      flows.push_back({nodes[i], nodes[(i + step) % nodes.size()]});
  return flows;
}

std::optional<Fault> Members::no_all_to_all(std::size_t nodes) const {
  const std::size_t either = both().size();
  if (either > 1) return std::nullopt;
  return Fault{"system",
               std::to_string(either) + " of its " + std::to_string(nodes) +
                   " nodes both send and receive, and all-to-all needs 2 such nodes",
               "nodes that both send and receive: runs = \"both\"",
               "measure incast or pairs on this system, or change \"runs\" of its nodes"};
}

std::vector<Flow> Members::incast() const {
  std::vector<Flow> flows;
  if (receivers.empty()) return flows;
  for (const std::size_t sender : senders)
    if (sender != receivers.front()) flows.push_back({sender, receivers.front()});
  return flows;
}

std::vector<Flow> Members::pairs() const {
  const std::vector<std::size_t> either = both();
  std::vector<std::size_t> from, to;
  std::set_difference(senders.begin(), senders.end(), either.begin(), either.end(),
                      std::back_inserter(from));
  std::set_difference(receivers.begin(), receivers.end(), either.begin(), either.end(),
                      std::back_inserter(to));
  const auto half = static_cast<std::ptrdiff_t>((either.size() + 1) / 2);
  from.insert(from.end(), either.begin(), either.begin() + half);
  to.insert(to.end(), either.begin() + half, either.end());
  std::vector<Flow> flows;
  for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i)
    flows.push_back({from[i], to[i]});
  return flows;
}

}  // namespace flybar::experiments
