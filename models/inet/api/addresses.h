/// Addresses as programs write them. Results below 0 are negative errors of errno.h.
#pragma once

#include <cstdint>

#include "models/inet/api/inet.h"
#include "models/inet/api/process.h"

namespace flybar::inet {

/// What an address says: in the byte order of the machine.
struct Named {
  std::uint32_t address = 0;
  std::uint16_t port = 0;
};
int read_address(const sockaddr* address, socklen_t length, Named& named);

/// The same as a node that this process reaches, and a port of it.
int read_peer(const Process& process, const sockaddr* address, socklen_t length,
              Socket::Peer& peer);

/// As much of it as there is room for. Nothing if `address` is null.
void write_address(std::uint32_t node, std::uint16_t port, sockaddr* address, socklen_t* length);
/// That both are there, or that none is wanted.
bool is_room(const sockaddr* address, const socklen_t* length);

}  // namespace flybar::inet
