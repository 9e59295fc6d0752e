/// Options that several experiments share.
#pragma once

#include "models/cluster/build/system_params.h"
#include "models/common/parameters.h"

namespace flybar::experiments {

void add_payload(Parameters& options, Bytes& payload);
void add_control(Parameters& options, Bytes& control);

/// More nodes than the system file has, or than the switches of the platform can connect.
void check_switches(std::size_t nodes, const cluster::SystemParams& system,
                    std::vector<Fault>& faults);

}  // namespace flybar::experiments
