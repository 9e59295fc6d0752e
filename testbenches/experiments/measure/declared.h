/// Whether what parts declare of themselves can be true.
#pragma once

#include "models/cluster/build/hardware.h"

namespace flybar::experiments {

/// Throws ConfigurationError if a part declares a resource twice, or a relief that is no parameter.
/// Parameters of parts that this system has not are none of its faults.
void check_declared(cluster::Hardware& hardware, const cluster::SystemParams& system);

}  // namespace flybar::experiments
