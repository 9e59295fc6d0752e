/// Hosts and wires by chance.
#pragma once

#include <cstdint>
#include <random>

#include "testbenches/tests/inet/socket/socket_hosts.h"

namespace flybar::inet {

/// Rings, windows and packets from the least to the usual.
SocketHost::Setup some_host(std::mt19937_64& random);
/// Loses, damages and delays, or some of that; damages only what sums protect.
MemoryNetwork::Setup some_wire(std::mt19937_64& random, bool sums);
/// The shortest request that is remapped.
Bytes some_least(std::mt19937_64& random);

/// FLYBAR_INET_OPERATIONS, in the long form of a test.
std::uint64_t operations(std::uint64_t otherwise);

}  // namespace flybar::inet
