/// What does not fit together about TCP/IP on a system.
#pragma once

#include "models/cluster/build/system_params.h"
#include "testbenches/experiments/stacks/transport/transport.h"

namespace flybar::experiments {

/// Of `nodes` nodes whose sockets have buffers of this size.
void check_inet(Transport transport, std::size_t nodes, Bytes socket_buffer,
                const cluster::SystemParams& system, std::vector<Fault>& faults);

}  // namespace flybar::experiments
