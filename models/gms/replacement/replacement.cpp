#include "models/gms/replacement/replacement.h"

#include <algorithm>
#include <bit>

namespace flybar::gms {

void AgeSummary::add(Time age) {
  const auto ms = static_cast<std::uint64_t>(std::max<std::int64_t>(age / Time::ms(1), 0));
  const auto width = static_cast<std::size_t>(std::bit_width(ms));
  ++pages[std::min(width == 0 ? 0 : width - 1, kClasses - 1)];
}

namespace {

/// The youngest class that is needed to find `wanted` pages; kClasses if free frames are enough.
std::size_t youngest_class(std::span<const AgeSummary> summaries, std::uint64_t wanted) {
  std::uint64_t found = 0;
  for (const AgeSummary& summary : summaries) found += summary.free;
  std::size_t youngest = AgeSummary::kClasses;
  while (found < wanted && youngest > 0) {
    --youngest;
    for (const AgeSummary& summary : summaries) found += summary.pages[youngest];
  }
  return youngest;
}

}  // namespace

Epoch plan_epoch(std::uint32_t number, std::vector<Node> members,
                 std::span<const AgeSummary> summaries, std::uint32_t least) {
  std::uint64_t wanted = 0;
  for (const AgeSummary& summary : summaries) wanted += summary.evictions;
  const std::size_t youngest = youngest_class(summaries, std::max<std::uint64_t>(wanted, least));
  Epoch epoch;
  epoch.number = number;
  epoch.members = std::move(members);
  if (youngest == 0) epoch.min_age = Time();
  if (youngest > 0 && youngest < AgeSummary::kClasses) {
    epoch.min_age = Time::ms(std::int64_t{1} << youngest);
  }
  for (const AgeSummary& summary : summaries) {
    std::uint32_t weight = summary.free;
    for (std::size_t i = youngest; i < AgeSummary::kClasses; ++i) weight += summary.pages[i];
    epoch.weights.push_back(weight);
  }
  return epoch;
}

}  // namespace flybar::gms
