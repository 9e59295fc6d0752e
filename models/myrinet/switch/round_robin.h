/// Who gets a free switch output. The real policy is not known; any fair one would do.
#pragma once

#include <cstddef>

#include "models/myrinet/shape/port_set.h"

namespace flybar::myrinet {

/// The first member behind `last`, counting round. Precondition: `waiting` is not empty.
constexpr std::size_t round_robin(PortSet waiting, std::size_t last) {
  std::size_t port = last;
  do port = (port + 1) % kMostPorts;
  while ((waiting >> port & 1) == 0);
  return port;
}

}  // namespace flybar::myrinet
