/// Options that experiments with TCP/IP share.
#pragma once

#include "models/common/parameters.h"
#include "testbenches/experiments/inet/netperf_setup.h"

namespace flybar::experiments {

void add_copy(Parameters& options, NetperfSetup::Copy& copy);
/// Unless it is set it follows from the transport.
void add_checksum(Parameters& options, NetperfSetup& setup);
void add_ip_transport(Parameters& options, Transport& transport);

}  // namespace flybar::experiments
