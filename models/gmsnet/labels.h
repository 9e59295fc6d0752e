/// What the CPU does inside gmsnet.
#pragma once

#include "models/host/cpu/cpu_use.h"

namespace flybar::gmsnet {

inline constexpr host::Label kMaking{"gmsnet message", host::Share::kSystem};
inline constexpr host::Label kCalling{"gmsnet call", host::Share::kSystem};
inline constexpr host::Label kServing{"gmsnet service", host::Share::kSystem};
inline constexpr host::Label kReplying{"gmsnet reply", host::Share::kSystem};
inline constexpr host::Label kCopying{"copy page", host::Share::kSystem};

}  // namespace flybar::gmsnet
