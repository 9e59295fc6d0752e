/// Timing of a host bridge: what differs from one chip set to the next.
#pragma once

#include <cstdint>

#include "models/common/parameters.h"
#include "models/common/units.h"

namespace flybar::pci {

using namespace literals;

/// Sources, limits and confidence stand in describe(); the values of a chip set in its own file.
/// Data phase 0 of a transaction completes `latency + 1 + wait` clocks after the address phase,
/// each further one `1 + wait` clocks later.
struct BridgeParams {
  // A card reads host memory.
  Cycles read_latency = 11_cycles;  ///< lost between address phase and first data
  Cycles read_wait = 0_cycles;      ///< per data phase
  Bytes read_disconnect = 0_B;      ///< disconnect at multiples of this address; 0: never

  // A card writes host memory.
  Cycles write_latency = 1_cycles;  ///< lost between address phase and first data
  Cycles write_wait = 0_cycles;     ///< per data phase
  Bytes write_disconnect = 0_B;     ///< disconnect at multiples of this address; 0: never
  std::int64_t write_buffers = 1;   ///< transactions that may be waiting for memory
  Time write_recovery = 0_ns;       ///< memory takes so long for one; no free buffer: Retry

  // The CPU reads and writes a card.
  Time pio_read_request = 90_ns;     ///< CPU to REQ#
  Time pio_read_return = 60_ns;      ///< last data phase to CPU
  Bytes pio_min_read = 8_B;          ///< aligned size of the smallest read on the bus
  Time pio_write_handover = 120_ns;  ///< CPU busy per posted write
  Time pio_write_issue = 60_ns;      ///< end of the hand-over to REQ#
  std::int64_t pio_buffers = 4;      ///< posted writes of up to 32 B
  Bytes pio_burst = 32_B;            ///< most that one transaction moves
};

/// Enters `params` as pci.bridge.*; the table refers to the fields.
void describe(Parameters& table, BridgeParams& params);

}  // namespace flybar::pci
