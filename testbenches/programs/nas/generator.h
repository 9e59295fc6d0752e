/// The random numbers of the NAS benchmarks: x(n+1) = 5^13 x(n) modulo 2^46.
#pragma once

#include <cstdint>

namespace flybar::nas {

class Generator {
 public:
  static constexpr std::uint64_t kSeed = 314159265;

  /// The next number is the one after the first `skipped`.
  explicit Generator(std::uint64_t skipped = 0) : state_(kSeed * power(skipped) & kMask) {}

  /// Between 0 and 1.
  double next() {
    state_ = state_ * kFactor & kMask;
    return static_cast<double>(state_) * 0x1p-46;
  }

 private:
  static constexpr std::uint64_t kFactor = 1220703125;
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << 46) - 1;

  /// kFactor to the n-th; 64 bits that overflow keep the low 46 right.
  static std::uint64_t power(std::uint64_t n) {
    std::uint64_t result = 1;
    for (std::uint64_t square = kFactor; n > 0; n >>= 1, square *= square)
      if (n & 1) result *= square;
    return result;
  }

  std::uint64_t state_;
};

}  // namespace flybar::nas
