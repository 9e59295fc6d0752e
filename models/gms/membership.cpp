#include "models/gms/membership.h"

#include <algorithm>

namespace flybar::gms {

bool Epoch::has(Node node) const {
  return std::binary_search(members.begin(), members.end(), node);
}

std::uint32_t Epoch::weight(Node node) const {
  const auto found = std::lower_bound(members.begin(), members.end(), node);
  const bool is_member = found != members.end() && *found == node;
  return is_member ? weights[static_cast<std::size_t>(found - members.begin())] : 0;
}

/// Rendezvous hashing: each member draws a number for the page, the highest wins.
Node Epoch::directory_site(PageId id) const {
  const auto rank = [&](Node node) { return mix(hash(id) ^ mix(node + 1)); };
  return *std::max_element(members.begin(), members.end(),
                           [&](Node a, Node b) { return rank(a) < rank(b); });
}

std::optional<Node> Epoch::target(Node self, Node not_this, Draw& draw) const {
  const auto pick = [&](auto weight) -> std::optional<Node> {
    std::uint64_t sum = 0;
    const auto share = [&](std::size_t i) -> std::uint64_t {
      return members[i] == self || members[i] == not_this ? 0 : weight(i);
    };
    for (std::size_t i = 0; i < members.size(); ++i) sum += share(i);
    if (sum == 0) return std::nullopt;
    std::uint64_t drawn = draw.below(sum);
    for (std::size_t i = 0;; ++i) {
      if (drawn < share(i)) return members[i];
      drawn -= share(i);
    }
  };
  const auto by_weight = pick([&](std::size_t i) { return weights[i]; });
  return by_weight ? by_weight : pick([](std::size_t) { return 1U; });
}

}  // namespace flybar::gms
