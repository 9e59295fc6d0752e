/// transport_dbg on the board's window, for a debugger or a loader of another platform.
#pragma once

#include <cstdint>
#include <functional>

#include <tlm>

namespace flybar::lanai {

struct Machine;

/// Moves bytes from `offset` in the window on, in no time; returns how many. SRAM is read and
/// written up to its end. Registers are read in whole words, without what an access by the host
/// does besides; only real accesses change them. `before_write` runs before bytes of SRAM change.
unsigned debug_access(Machine& machine, std::uint32_t offset, tlm::tlm_generic_payload& payload,
                      const std::function<void()>& before_write);

}  // namespace flybar::lanai
