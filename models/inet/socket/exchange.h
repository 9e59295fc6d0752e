/// How bytes get from the memory of a process into frames of the kernel, and back.
#pragma once

#include "models/inet/ip/inet.h"
#include "models/inet/socket/copies.h"

namespace flybar::inet {

/// By a process: a frame of the kernel for a copy, when there is one.
host::Physical take_cluster(Inet& inet);

/// Gives the process `length` bytes at `offset` of a packet buffer: the frame itself if the rules
/// of remapping allow it, else a copy. Counts which.
void deliver(Inet& inet, const CopyPolicy& policy, const Request& request, pbuf* buffer,
             std::size_t offset, std::size_t length, CopyCounters& counters);

}  // namespace flybar::inet
