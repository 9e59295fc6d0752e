/// RTC and IT: both move with the same tick, whatever the chip's clock.
#pragma once

#include <cstdint>

#include "models/common/units.h"

namespace flybar::lanai {

class Timers {
 public:
  explicit Timers(Time tick) : tick_(tick) {}

  /// Ticks since the start of time.
  std::uint32_t ticks(Time t) const { return static_cast<std::uint32_t>(t / tick_); }

  std::uint32_t real_time(Time t) const { return ticks(t) + rtc_offset_; }
  void set_real_time(Time t, std::uint32_t value) { rtc_offset_ = value - ticks(t); }

  std::uint32_t interval(Time t) const { return interval_value_ - (ticks(t) - interval_tick_); }
  void set_interval(Time t, std::uint32_t value) {
    interval_value_ = value;
    interval_tick_ = ticks(t);
    expiry_ = tick_ * (t / tick_ + std::int64_t{value} + 1);
  }
  /// When IT passes zero; never() if it was not written since.
  Time expiry() const { return expiry_; }
  /// True once after IT has passed zero at or before `t`.
  bool expired(Time t) {
    if (expiry_ > t) return false;
    expiry_ = Time::never();
    return true;
  }
  void reset() { *this = Timers(tick_); }

 private:
  Time tick_;
  std::uint32_t rtc_offset_ = 0;
  std::uint32_t interval_value_ = 0;
  std::uint32_t interval_tick_ = 0;
  Time expiry_ = Time::never();
};

}  // namespace flybar::lanai
