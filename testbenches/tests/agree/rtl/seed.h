/// The seed of a random test: printed, and replaced by FLYBAR_TEST_SEED.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

namespace flybar::rtl {

inline std::uint32_t seed_of(std::uint32_t number) {
  const char* chosen = std::getenv("FLYBAR_TEST_SEED");
  const std::uint32_t seed = chosen ? static_cast<std::uint32_t>(std::stoul(chosen)) : number;
  std::cout << "FLYBAR_TEST_SEED=" << seed << '\n';
  return seed;
}

}  // namespace flybar::rtl
