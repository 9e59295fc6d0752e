#include "models/lanai/run/shadow_windows.h"

#include <algorithm>
#include <cmath>

#include "models/common/mix.h"

namespace flybar::lanai {
namespace {

/// FNV-1a: the same on every machine.
std::uint64_t number_of(const std::string& name) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : name) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace

ShadowWindows::ShadowWindows(const ShadowPlaces& places, Time clock, const std::string& chip)
    : places_(places), clock_(clock), seed_(mix(places.seed) ^ number_of(chip)) {
  if (places.share > 0)
    period_ = std::max(kClocks, std::lround(static_cast<double>(kClocks) / places.share));
}

ClockWindow ShadowWindows::seeded(std::int64_t n) const {
  const auto places = static_cast<std::uint64_t>(period_ - kClocks + 1);
  const auto place = random_number(seed_, static_cast<std::uint64_t>(n)) % places;
  const Time from = clock_ * (n * period_ + static_cast<std::int64_t>(place));
  return {from, from + clock_ * kClocks};
}

ClockWindow ShadowWindows::after(Time t) const {
  if (period_ == 0) {
    const Time from = std::max(places_.from, t);
    return from < places_.to ? ClockWindow{from, places_.to} : ClockWindow{};
  }
  std::int64_t n = t / (clock_ * period_);
  ClockWindow window = seeded(n);
  if (window.to <= t) window = seeded(n + 1);
  window.from = std::max(window.from, t);
  return window;
}

}  // namespace flybar::lanai
