/// Numbers that look random and are equal on every machine: splitmix64.
#pragma once

#include <cstdint>

namespace flybar {

inline constexpr std::uint64_t kMixStep = 0x9e3779b97f4a7c15;

/// Spreads the bits of a number over all of the result.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += kMixStep;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// The number at `n`, from 0, of the sequence of `seed`.
constexpr std::uint64_t random_number(std::uint64_t seed, std::uint64_t n) {
  return mix(seed + n * kMixStep);
}

}  // namespace flybar
