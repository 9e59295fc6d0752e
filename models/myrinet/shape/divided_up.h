#pragma once

#include <cstddef>

namespace flybar::myrinet {

/// a / b, rounded up.
constexpr std::size_t divided_up(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

}  // namespace flybar::myrinet
