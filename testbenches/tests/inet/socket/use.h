/// What connections hold of a host.
#pragma once

#include <cstdint>
#include <iosfwd>

#include "models/inet/ip/inet.h"

namespace flybar::inet {

/// What must be as it was once all connections are over.
struct Use {
  std::uint64_t pinned = 0;
  std::size_t under_way = 0, output = 0, received = 0, connections = 0, frames = 0;
  friend bool operator==(const Use&, const Use&) = default;
};
Use use_of(Inet& inet);
std::ostream& operator<<(std::ostream& out, const Use& use);

}  // namespace flybar::inet
