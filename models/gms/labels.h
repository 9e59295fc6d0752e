/// What the CPU does inside the memory service and for the programs that use it.
#pragma once

#include "models/host/cpu/cpu_use.h"

namespace flybar::gms {

inline constexpr host::Label kSystemCall{"system call", host::Share::kSystem};
inline constexpr host::Label kLookup{"page lookup", host::Share::kSystem};
inline constexpr host::Label kInsert{"page insert", host::Share::kSystem};
inline constexpr host::Label kEviction{"page eviction", host::Share::kSystem};
inline constexpr host::Label kGetting{"getpage", host::Share::kSystem};
inline constexpr host::Label kPutting{"putpage", host::Share::kSystem};
inline constexpr host::Label kDirectory{"page directory", host::Share::kSystem};
inline constexpr host::Label kGlobal{"global cache", host::Share::kSystem};
inline constexpr host::Label kEpoch{"epoch", host::Share::kSystem};
inline constexpr host::Label kZero{"zero page", host::Share::kSystem};
inline constexpr host::Label kCopyIn{"copy from user", host::Share::kSystem};
inline constexpr host::Label kCopyOut{"copy to user", host::Share::kSystem};
inline constexpr host::Label kMap{"map pages", host::Share::kSystem};
inline constexpr host::Label kTouch{"touch data", host::Share::kUser, "gms.touch_rate"};

}  // namespace flybar::gms
