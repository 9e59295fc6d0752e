#include "models/myrinet/link/schedule.h"

namespace flybar::myrinet {

std::uint64_t Schedule::streak_beyond(const Run* run, std::uint64_t byte, Time start,
                                      Time lag) const {
  for (; run != runs_.end(); ++run) {
    const Time turn = start + byte_time_ * static_cast<std::int64_t>(run->first - byte);
    if (run->start + lag > turn) return run->first - byte;
  }
  return end_ - byte;
}

}  // namespace flybar::myrinet
