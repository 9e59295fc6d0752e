/// The chip in SystemVerilog (rtl/lanai), compiled by Verilator.
#pragma once

#include <memory>

#include "models/lanai/params.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

/// Whether what does not hold in the RTL ends the program. A chip whose processor comes first at
/// the SRAM has none.
enum class Assertions : bool { kOff, kOn };

/// With assertions it has state_ports(), too. Throws ConfigurationError if there is no such chip
/// with these parameters.
std::unique_ptr<Executor> make_verilated(const lanai::ChipParams& params,
                                         Assertions assertions = Assertions::kOff);
/// A chip with assertions and state_ports() whose signals inside can be observed. It is slower than
/// the others even while nobody observes them.
std::unique_ptr<Executor> make_traced(const lanai::ChipParams& params);

}  // namespace flybar::rtl
