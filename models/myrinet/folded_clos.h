/// Three levels of equal switches, with as many ways up as down or half of that at the top.
#pragma once

#include "models/myrinet/topology.h"

namespace flybar::myrinet {

enum class Bisection { kFull, kHalf };

/// One switch if the nodes fit on it. Else half of the ports of each lower and middle switch lead
/// up, and no way passes more than 5 switches. All go up and then down again, so no packets can
/// wait for each other in a circle. Throws ConfigurationError for more nodes than ports^3 / 4.
Topology folded_clos(std::size_t nodes, std::size_t ports, Bisection bisection);

}  // namespace flybar::myrinet
