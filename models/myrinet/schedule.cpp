#include "models/myrinet/schedule.h"

#include <algorithm>

namespace flybar::myrinet {

std::uint64_t Schedule::streak_beyond(const Run* run, std::uint64_t byte, Time start,
                                      Time lag) const {
  for (; run != runs_.end(); ++run) {
    const Time turn = start + byte_time_ * static_cast<std::int64_t>(run->first - byte);
    if (run->start + lag > turn) return run->first - byte;
  }
  return end_ - byte;
}

const Schedule::Run* Schedule::find_among_several(std::uint64_t byte) const {
  const auto later = [](std::uint64_t b, const Run& run) { return b < run.first; };
  return std::upper_bound(runs_.begin(), runs_.end(), byte, later) - 1;
}

}  // namespace flybar::myrinet
