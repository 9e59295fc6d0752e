/// How bytes get from the memory of a process into frames of the kernel, and back.
#pragma once

#include "models/inet/ip/inet.h"
#include "models/inet/socket/copies.h"

namespace flybar::inet {

/// Fit in one mbuf of 4.4BSD (MHLEN), as the copy of a request.
inline constexpr std::size_t kSmallRequest = 100;
/// How much of the request one cluster of the kernel takes: a page, or less if the request is below
/// one.
std::size_t cluster_of(Inet& inet, const Request& request);

/// Fewer than one in eight frames of the host are free: small data that waits for a slow reader
/// must not keep those that this reader needs to go on.
bool frames_are_scarce(Inet& inet);

// By a process, and held once by it:

/// The page at the beginning of the request, as it is.
host::Physical lend_page(Inet& inet, const Request& request);
/// A cluster of the kernel with a copy of its first bytes, when there is a frame for it.
host::Physical copy_in(Inet& inet, const Request& request, std::size_t length);

/// Gives the process `length` bytes at `offset` of a packet buffer: the frame itself if the rules
/// of remapping allow it, else a copy. Counts which.
void deliver(Inet& inet, const CopyPolicy& policy, const Request& request, pbuf* buffer,
             std::size_t offset, std::size_t length, CopyCounters& counters);

}  // namespace flybar::inet
