/// The chip in SystemVerilog (rtl/lanai), compiled by Verilator.
#pragma once

#include <memory>

#include "models/lanai/params.h"
#include "models/rtl/pins.h"

namespace flybar::rtl {

/// Whether what does not hold in the RTL ends the program. A chip whose processor comes first at
/// the SRAM has none.
enum class Assertions : bool { kOff, kOn };

/// Throws ConfigurationError if there is no such chip with these parameters.
std::unique_ptr<Executor> make_verilated(const lanai::ChipParams& params,
                                         Assertions assertions = Assertions::kOff);
/// The same with assertions, and with all signals inside to be observed: slower even unobserved.
std::unique_ptr<Executor> make_traced(const lanai::ChipParams& params);
/// With assertions, and with state_ports(): for shadows.
std::unique_ptr<Executor> make_stateful(const lanai::ChipParams& params);
/// The same with all signals inside to be observed.
std::unique_ptr<Executor> make_stateful_traced(const lanai::ChipParams& params);

}  // namespace flybar::rtl
