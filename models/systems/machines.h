/// The machines that this program models, one file for each.
#pragma once

#include "models/cluster/build/machine.h"

namespace flybar::systems {

/// Hosts with a LANai board on a Myrinet, and on them Trapeze, gmsnet and GMS. Node 0 is the
/// "client", all others are "server".
cluster::Machine trapeze();

/// The same hardware with PM, and MPI on it; with the same roles.
cluster::Machine pm();

}  // namespace flybar::systems
