/// Divides the time of a process among what it does.
#pragma once

#include "models/mpi/process/statistics.h"
#include "models/pm/pm.h"

namespace flybar::mpi {

class TimeUse {
 public:
  TimeUse(pm_channel* channel, Statistics& statistics)
      : channel_(channel), statistics_(statistics), since_(now()) {}

  Time now() const { return Time::ps(pm_now(channel_)); }
  /// From now on it does `next`; what it did before.
  Use turn_to(Use next) {
    const Time at = now();
    statistics_.time[static_cast<std::size_t>(use_)] += at - since_;
    since_ = at;
    const Use before = use_;
    use_ = next;
    return before;
  }

 private:
  pm_channel* const channel_;
  Statistics& statistics_;
  Use use_ = Use::kComputing;
  Time since_;
};

/// What a process does within a block.
class During {
 public:
  During(TimeUse& time, Use use) : time_(time), before_(time.turn_to(use)) {}
  During(const During&) = delete;
  During& operator=(const During&) = delete;
  ~During() { time_.turn_to(before_); }

 private:
  TimeUse& time_;
  const Use before_;
};

}  // namespace flybar::mpi
