/// Addresses of sockets in the memory of programs.
#pragma once

#include <netinet/in.h>

#include <cstdint>

#include "models/process/linux/linux.h"

namespace flybar::process {

/// 0, or a negative error. The family of the address is AF_INET or AF_UNSPEC.
int read_address(const Thread& thread, std::uint64_t at, std::uint64_t length,
                 sockaddr_in& address);
/// As much as there is room for, which `length_at` says, and then how long it is. 0, or a negative
/// error. Nothing is written at the address 0.
int write_address(const Thread& thread, std::uint64_t at, std::uint64_t length_at,
                  const sockaddr_in& address);

}  // namespace flybar::process
