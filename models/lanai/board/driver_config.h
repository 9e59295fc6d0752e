/// What every driver of a LANai board is told, whatever firmware it brings up.
#pragma once

#include <cstdint>
#include <vector>

#include "models/host/cpu/interrupt_line.h"
#include "models/lanai/board/addresses.h"

namespace flybar::lanai {

/// The way to another node.
struct Route {
  std::uint32_t node;
  std::vector<std::uint8_t> bytes;  ///< one per switch
};

struct DriverConfig {
  std::uint32_t bar0 = 0;                    ///< PCI address of the board's window
  host::InterruptLine* interrupt = nullptr;  ///< of the board; needed by drivers that use it
  Bytes sram = Bytes(256 * 1024);
  Time timer_tick = Time::ns(500);  ///< of the chip's clock RTC
  std::uint32_t node = 0;
  std::vector<Route> routes;

  BoardAddresses board() const { return {bar0, sram}; }
  /// The fewest ticks of RTC that last for `time`.
  std::uint32_t ticks(Time time) const {
    return static_cast<std::uint32_t>((time + timer_tick - Time::ps(1)) / timer_tick);
  }
};

}  // namespace flybar::lanai
