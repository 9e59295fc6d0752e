/// Who gets a free switch output. The real policy is not known; any fair one would do.
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/myrinet/route_byte.h"

namespace flybar::myrinet {

/// A set of ports of one switch, one bit each.
using PortSet = std::uint64_t;
static_assert(kMostPorts <= 64);

/// The first member behind `last`, counting round. Precondition: `waiting` is not empty.
constexpr std::size_t round_robin(PortSet waiting, std::size_t last) {
  std::size_t port = last;
  do port = (port + 1) % kMostPorts;
  while ((waiting >> port & 1) == 0);
  return port;
}

}  // namespace flybar::myrinet
