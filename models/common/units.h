/// Time, sizes and rates with their unit in the type. A bare number is none of them.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace flybar {

/// An instant or a duration, in whole picoseconds from the start of the simulation.
class Time {
 public:
  constexpr Time() = default;
  static constexpr Time ps(std::int64_t n) { return Time(n); }
  static constexpr Time ns(std::int64_t n) { return Time(n * 1000); }
  static constexpr Time us(std::int64_t n) { return Time(n * 1000'000); }
  static constexpr Time ms(std::int64_t n) { return Time(n * 1000'000'000); }
  /// Later than anything that happens.
  static constexpr Time never() { return Time(std::numeric_limits<std::int64_t>::max() / 4); }

  constexpr std::int64_t ps() const { return ps_; }
  constexpr double us() const { return static_cast<double>(ps_) * 1e-6; }

  friend constexpr auto operator<=>(Time, Time) = default;
  friend constexpr Time operator+(Time a, Time b) { return Time(a.ps_ + b.ps_); }
  friend constexpr Time operator-(Time a, Time b) { return Time(a.ps_ - b.ps_); }
  friend constexpr Time operator*(Time a, std::int64_t n) { return Time(a.ps_ * n); }
  friend constexpr Time operator*(std::int64_t n, Time a) { return a * n; }
  /// How many whole times `b` fits into `a`.
  friend constexpr std::int64_t operator/(Time a, Time b) { return a.ps_ / b.ps_; }
  constexpr Time& operator+=(Time b) { return *this = *this + b; }
  constexpr Time& operator-=(Time b) { return *this = *this - b; }

 private:
  constexpr explicit Time(std::int64_t n) : ps_(n) {}
  std::int64_t ps_ = 0;
};

/// A count of one thing, which mixes with no other count and with no bare number.
template <class Tag>
class Count {
 public:
  constexpr Count() = default;
  constexpr explicit Count(std::int64_t n) : count(n) {}

  std::int64_t count = 0;

  friend constexpr auto operator<=>(Count, Count) = default;
  friend constexpr Count operator+(Count a, Count b) { return Count(a.count + b.count); }
  friend constexpr Count operator-(Count a, Count b) { return Count(a.count - b.count); }
  constexpr Count& operator+=(Count b) { return *this = *this + b; }
  constexpr Count& operator-=(Count b) { return *this = *this - b; }
};

using Bytes = Count<struct BytesTag>;
/// Periods of one clock. Turned into time only by that clock.
using Cycles = Count<struct CyclesTag>;

/// A clock: the one place where cycles become time. Cycle n begins at n periods.
class Clock {
 public:
  constexpr explicit Clock(Time period) : period_(period) {}
  constexpr Time period() const { return period_; }
  constexpr Time time(Cycles n) const { return period_ * n.count; }
  /// The first cycle that begins at `t` or later.
  constexpr Cycles at_or_after(Time t) const {
    return Cycles((t.ps() + period_.ps() - 1) / period_.ps());
  }
  /// The first clock edge at `t` or later.
  constexpr Time edge_at_or_after(Time t) const { return time(at_or_after(t)); }

 private:
  Time period_;
};

namespace literals {
constexpr Time operator""_ps(unsigned long long n) {
  return Time::ps(static_cast<std::int64_t>(n));
}
constexpr Time operator""_ns(unsigned long long n) {
  return Time::ns(static_cast<std::int64_t>(n));
}
constexpr Time operator""_us(unsigned long long n) {
  return Time::us(static_cast<std::int64_t>(n));
}
constexpr Time operator""_ms(unsigned long long n) {
  return Time::ms(static_cast<std::int64_t>(n));
}
constexpr Bytes operator""_B(unsigned long long n) {
  return Bytes(static_cast<std::int64_t>(n));
}
constexpr Bytes operator""_KB(unsigned long long n) {
  return Bytes(static_cast<std::int64_t>(n) * 1024);
}
constexpr Cycles operator""_cycles(unsigned long long n) {
  return Cycles(static_cast<std::int64_t>(n));
}
}  // namespace literals

}  // namespace flybar
