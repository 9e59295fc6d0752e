/// How long something has lasted within a window of time, though more of it may be known ahead.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "models/common/systemc_time.h"
#include "models/common/units.h"
#include "models/myrinet/link/fifo.h"

namespace flybar::myrinet {

/// Stretches of time that come in their order, of which each is known at some instant of the
/// kernel. Those that end later than the kernel's time are kept one by one: cards and switches know
/// what they send some time ahead, and how long depends on the stepping.
class Stretches {
 public:
  void begin(Time at) {
    if (recent_.size() >= kKept) forget();
    recent_.push({at, Time::never()});
  }
  /// Precondition: one has begun.
  void end(Time at) { recent_.back().end = at; }
  /// Both. One that begins where the last ended is the same, longer.
  void add(Time from, Time to) {
    if (!recent_.empty() && recent_.back().end == from) return end(to);
    begin(from);
    end(to);
  }

  struct Sum {
    Time time = {};
    std::uint64_t begun = 0;  ///< stretches
    std::uint64_t ended = 0;
  };
  /// Counts from `from` on, which is not before the kernel's time.
  void count_from(Time from) {
    from_ = from;
    settled_ = {};
  }
  /// What lies before `until`, which is not before the kernel's time.
  Sum before(Time until) const {
    Sum sum = settled_;
    for (const Stretch& one : recent_) count(one, until, sum);
    return sum;
  }

 private:
  /// So many may be over before they are summed up, which takes longer than to keep one.
  static constexpr std::size_t kKept = 64;

  struct Stretch {
    Time begin;
    Time end;  ///< never() if it is not known yet
  };
  void count(const Stretch& one, Time until, Sum& sum) const {
    sum.begun += one.begin >= from_ && one.begin < until;
    sum.ended += one.end > from_ && one.end <= until;
    const Time begin = std::max(one.begin, from_), end = std::min(one.end, until);
    if (begin < end) sum.time += end - begin;
  }
  void forget() {
    for (const Time now = kernel_time(); !recent_.empty() && recent_.front().end <= now;
         recent_.pop())
      count(recent_.front(), now, settled_);
  }

  Time from_;
  Sum settled_;  ///< what is not in recent_ any more
  Fifo<Stretch> recent_;
};

}  // namespace flybar::myrinet
