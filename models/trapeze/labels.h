/// What the CPU does inside the library.
#pragma once

#include "models/host/cpu/cpu_use.h"

namespace flybar::trapeze {

inline constexpr host::Label kSending{"tpz send", host::Share::kSystem};
inline constexpr host::Label kReceiving{"tpz receive", host::Share::kSystem};
inline constexpr host::Label kControl{"tpz control message", host::Share::kSystem};
inline constexpr host::Label kMapping{"tpz payload table", host::Share::kSystem};

}  // namespace flybar::trapeze
