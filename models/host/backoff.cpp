#include "models/host/backoff.h"

#include <algorithm>
#include <cmath>

namespace flybar::host {

Time Backoff::next() {
  const Time pause = pause_;
  if (pause == policy_.maximum) return pause;
  const auto grown = std::llround(static_cast<double>(pause.ps()) * policy_.factor);
  pause_ = std::min(policy_.maximum, Time::ps(grown));
  return pause;
}

Time Backoff::first_look_at_or_after(Time target, Time last, Time cost) {
  Time look = last + next() + cost;
  while (look < target) {
    if (constant()) {
      const Time period = pause_ + cost;
      return look + period * ((target - look + period - Time::ps(1)) / period);
    }
    look += next() + cost;
  }
  return look;
}

}  // namespace flybar::host
