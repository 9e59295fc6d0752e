/// An executor and the model on the same pins, in random traffic.
#pragma once

#include <cstdint>
#include <string>

#include "models/rtl/board/board.h"

namespace flybar::rtl {

/// The first difference, as "clock, channel: RTL ..., model ..." and the history; empty if there is
/// none in so many clocks, in the memory and in the registers after them. Parameters and traffic
/// are those of the seed. In a process of its own. Adds the clocks that were equal to `equal`.
std::string compared(const MakeExecutor& make, std::uint32_t seed, std::int64_t clocks,
                     std::int64_t* equal = nullptr);

}  // namespace flybar::rtl
