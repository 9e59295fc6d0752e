/// In which clocks a shadow (shadow.h) runs beside the model.
#pragma once

#include <cstdint>
#include <string>

#include "models/common/units.h"
#include "models/contracts/shadow.h"

namespace flybar::lanai {

struct ClockWindow {
  Time from = Time::never(), to;  ///< from .. before to
  bool contains(Time t) const { return t >= from && t < to; }
  Time ahead(Time t) const { return t < from ? from : Time::never(); }
};

/// The windows of one chip.
class ShadowWindows {
 public:
  /// Clocks of a seeded window: long enough for a transfer, so that most begin in mid-flight; and
  /// short, because the state of a begin finds other faults than the clocks behind it.
  static constexpr std::int64_t kClocks = 400;

  /// `chip` makes windows of chips with the same seed lie at different places.
  ShadowWindows(const ShadowPlaces& places, Time clock, const std::string& chip);
  /// The first window that ends after `t`, as far as it lies behind `t`.
  ClockWindow after(Time t) const;

 private:
  ClockWindow seeded(std::int64_t n) const;

  const ShadowPlaces places_;
  const Time clock_;
  const std::uint64_t seed_;
  std::int64_t period_ = 0;  ///< clocks in which one seeded window lies
};

}  // namespace flybar::lanai
