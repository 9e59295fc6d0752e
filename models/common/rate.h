/// How fast bytes pass.
#pragma once

#include <compare>
#include <cstdint>

#include "models/common/units.h"

namespace flybar {

/// Whole bytes per second; MB/s are 10^6 bytes per second.
class Rate {
 public:
  constexpr Rate() = default;
  static constexpr Rate bytes_per_second(std::int64_t n) { return Rate(n); }
  static constexpr Rate mb_per_s(std::int64_t n) { return Rate(n * 1000'000); }

  constexpr std::int64_t bytes_per_second() const { return bytes_per_second_; }
  constexpr double mb_per_s() const { return static_cast<double>(bytes_per_second_) * 1e-6; }

  /// Time of one byte, to the nearest picosecond. Precondition: the rate is not zero.
  constexpr Time byte_time() const {
    constexpr std::int64_t kSecondPs = 1'000'000'000'000;
    return Time::ps((kSecondPs + bytes_per_second_ / 2) / bytes_per_second_);
  }

  friend constexpr auto operator<=>(Rate, Rate) = default;

 private:
  constexpr explicit Rate(std::int64_t n) : bytes_per_second_(n) {}
  std::int64_t bytes_per_second_ = 0;
};

}  // namespace flybar
