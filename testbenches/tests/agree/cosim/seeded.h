/// The RTL with one of the faults of seeded_faults.toml.
#pragma once

#include <memory>
#include <span>

#include "models/lanai/params.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

/// Names; faults are counted from 1.
std::span<const char* const> seeded_faults();
/// 0 is no fault.
std::unique_ptr<Executor> make_seeded(const lanai::ChipParams& params, int fault);

}  // namespace flybar::rtl
