/// Some of the ports of one switch.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "models/myrinet/shape/route_byte.h"

namespace flybar::myrinet {

/// One bit each.
using PortSet = std::uint64_t;
inline constexpr std::size_t kPortSetSize = 64;
static_assert(kMostPorts <= kPortSetSize);

constexpr PortSet only(std::size_t port) {
  return PortSet{1} << port;
}

/// Calls `use` with each port that is in the set now, in the order of their numbers.
template <class Use>
void each(PortSet ports, Use&& use) {
  for (; ports != 0; ports &= ports - 1) use(static_cast<std::size_t>(std::countr_zero(ports)));
}

}  // namespace flybar::myrinet
