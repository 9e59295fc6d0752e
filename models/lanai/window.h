/// A stretch of clocks in which the engines' use of the SRAM is known in advance.
///
/// Engines do not look at what the processor does, except through writes to special registers. So
/// their grants can be worked out for some clocks ahead (the plan), the processor can run through
/// these clocks on what is left, and then the engines' data is moved for as many clocks as the
/// processor has really passed (the commit). Nothing ever has to be undone.
#pragma once

#include <array>
#include <cstdint>

#include "models/common/units.h"

namespace flybar::lanai {

/// One clock of a plan. Word counts include this clock and start at 0 with the window.
struct Record {
  std::uint8_t left = 0;     ///< SRAM accesses that the processor may use
  std::uint8_t host = 0;     ///< words moved by the host DMA
  std::uint8_t receive = 0;  ///< words taken by the receive DMA
  std::uint8_t send = 0;     ///< words fetched by the send DMA
  std::uint8_t started = 0;  ///< words started on the link
  std::uint8_t arrived = 0;  ///< words arrived from the link
  bool running = false;      ///< the link takes words
  Time host_next;            ///< the next data phase of the host DMA
};

struct Window {
  static constexpr int kMost = 64;
  std::array<Record, kMost> records;
  int clocks = 0;
};

}  // namespace flybar::lanai
