/// Payload contents that any host can make and check: every byte of every payload is compared.
#pragma once

#include <cstdint>
#include <span>

#include "models/host/memory/memory.h"

namespace flybar::experiments {

/// Fills `length` bytes of memory at `frame` with the contents of message number `serial`.
void fill(host::Memory& memory, host::Physical frame, Bytes length, std::uint64_t serial);

/// Throws SimulationError naming the first byte of `frame` that is not the one of message `serial`.
void compare(const host::Memory& memory, host::Physical frame, Bytes length, std::uint64_t serial,
             const std::string& where);

}  // namespace flybar::experiments
