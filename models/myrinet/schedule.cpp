#include "models/myrinet/schedule.h"

#include <algorithm>

namespace flybar::myrinet {

void Schedule::append(Time start, std::uint64_t bytes) {
  if (bytes == 0) return;
  if (runs_.empty() || start != free_) runs_.push({end_, start});
  end_ += bytes;
  free_ = start + byte_time_ * static_cast<std::int64_t>(bytes);
}

std::uint64_t Schedule::streak(std::uint64_t byte, Time start, Time lag) const {
  const Run* run = find(byte);
  const auto leaves = [&](std::uint64_t b) {
    return start + byte_time_ * static_cast<std::int64_t>(b - byte);
  };
  for (++run; run != runs_.end(); ++run)
    if (run->start + lag > leaves(run->first)) return run->first - byte;
  return end_ - byte;
}

const Schedule::Run* Schedule::find_among_several(std::uint64_t byte) const {
  const auto later = [](std::uint64_t b, const Run& run) { return b < run.first; };
  return std::upper_bound(runs_.begin(), runs_.end(), byte, later) - 1;
}

}  // namespace flybar::myrinet
