/// What the CPU does in the driver of a ring card.
#pragma once

#include "models/host/cpu/cpu_use.h"

namespace flybar::lan {

inline constexpr host::Label kDriverOut{"lan driver, out", host::Share::kSystem};
inline constexpr host::Label kDriverIn{"lan driver, in", host::Share::kSystem};
inline constexpr host::Label kDriverGather{"lan driver, gather", host::Share::kSystem,
                                           host::kByCopyRate};

}  // namespace flybar::lan
