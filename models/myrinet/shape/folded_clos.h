/// Levels of equal switches, with as many ways up as down or half of that to the top level.
#pragma once

#include <cstdint>

#include "models/myrinet/shape/topology.h"

namespace flybar::myrinet {

enum class Bisection : std::uint8_t { kFull, kHalf };

/// One switch if the nodes fit on it. Else as few levels as it takes: half of the ports of each
/// switch below the top lead up, to the top all of these or half of them. Three levels connect up
/// to ports^3 / 4 nodes, with at most 5 switches on a way. All packets go up and then down again,
/// so they cannot wait for each other in a circle. Throws ConfigurationError for more nodes than
/// four levels connect, since a route byte for each of more than 7 switches does not fit a NIC's
/// table.
Topology folded_clos(std::size_t nodes, std::size_t ports, Bisection bisection);

}  // namespace flybar::myrinet
