/// Options that experiments with TCP/IP share.
#pragma once

#include "models/common/parameters.h"
#include "testbenches/experiments/inet/netperf_setup.h"

namespace flybar::experiments {

void add_copy(Parameters& options, NetperfSetup::Copy& copy);
void add_checksum(Parameters& options, NetperfSetup::Checksum& checksum);

}  // namespace flybar::experiments
