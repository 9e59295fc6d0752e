/// Global replacement: from the ages of all nodes' pages to where evicted pages go.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/gms/page/membership.h"

namespace flybar::gms {

/// What a node says about its memory at the end of an epoch.
struct AgeSummary {
  /// Pages by age: class i is of 2^i to 2^(i+1) ms, the first of all that is younger.
  static constexpr std::size_t kClasses = 16;
  std::array<std::uint32_t, kClasses> pages{};
  std::uint32_t free = 0;       ///< frames that hold nothing: older than any page
  std::uint32_t evictions = 0;  ///< pages it put away during the epoch
  std::uint32_t epoch = 0;      ///< the number of the epoch that it knows of

  void add(Time age);
};

/// The epoch that follows, for `members` in ascending order with one summary each. The oldest
/// pages of all, as many as will be put away if it goes on like this, are those to replace: each
/// member weighs as many of them as it has. `least` of them at least.
Epoch plan_epoch(std::uint32_t number, std::vector<Node> members,
                 std::span<const AgeSummary> summaries, std::uint32_t least);

}  // namespace flybar::gms
