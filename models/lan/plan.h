/// Ethernet and ATM as a kind of network.
#pragma once

#include "models/contracts/network.h"

namespace flybar::lan {

NetworkKind network_kind();

}  // namespace flybar::lan
