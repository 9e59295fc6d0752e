/// Timing of a PCI bus and its arbiter.
#pragma once

#include <cstdint>

#include "models/common/parameters.h"
#include "models/common/units.h"
#include "models/pci/arbiter.h"

namespace flybar::pci {

using namespace literals;

/// Lines of AD: a data phase moves as many bits if both master and target are that wide.
enum class Width : std::uint8_t { k32, k64 };

/// Sources, limits and confidence stand in describe().
struct BusParams {
  Time period = 30_ns;                ///< of the PCI clock
  Cycles arbitration = 2_cycles;      ///< REQ# to the FRAME# that it allows, on an idle bus
  Cycles latency_timer = 255_cycles;  ///< from FRAME#; of every master
  Cycles master_abort = 5_cycles;     ///< after the address phase, if no target answers
  Priority priority = Priority::kRotating;
  Width width = Width::k32;
};

/// Enters `params` as pci.*; the table refers to the fields.
void describe(Parameters& table, BusParams& params);

}  // namespace flybar::pci
