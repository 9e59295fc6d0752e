#include "models/gms/page/membership.h"

#include <algorithm>

namespace flybar::gms {

bool Epoch::has(Node node) const {
  return std::binary_search(members.begin(), members.end(), node);
}

bool Epoch::is_dead(Node node, Time patience) const {
  return std::any_of(absent.begin(), absent.end(), [&](const Absence& absence) {
    return absence.node == node && absence.lasts >= patience;
  });
}

std::vector<Node> Epoch::living(Time patience) const {
  std::vector<Node> all = members;
  for (const Absence& absence : absent) {
    if (absence.lasts < patience) all.push_back(absence.node);
  }
  std::sort(all.begin(), all.end());
  return all;
}

bool Epoch::is_majority(const std::vector<Node>& nodes, Time patience) const {
  const std::vector<Node> all = living(patience);
  const auto is_among = [&](Node node) {
    return std::binary_search(nodes.begin(), nodes.end(), node);
  };
  const auto count = 2 * std::count_if(all.begin(), all.end(), is_among);
  const auto half = static_cast<std::ptrdiff_t>(all.size());
  return count > half || (count == half && is_among(all.front()));
}

std::vector<Absence> Epoch::absent_from(const std::vector<Node>& next, Time passed,
                                        Time patience) const {
  const Time more = is_majority(next, patience) ? passed : Time();
  std::vector<Absence> all;
  for (const Node node : members) all.push_back({node, more});
  for (const Absence& absence : absent) all.push_back({absence.node, absence.lasts + more});
  std::erase_if(all, [&](const Absence& absence) {
    return std::binary_search(next.begin(), next.end(), absence.node);
  });
  std::sort(all.begin(), all.end(),
            [](const Absence& a, const Absence& b) { return a.node < b.node; });
  return all;
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
