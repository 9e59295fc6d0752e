/// A stretch of clocks in which the engines' use of the SRAM is known in advance.
///
/// Engines do not look at what the processor does, except through writes to special registers. So
/// their grants can be worked out for some clocks ahead (the plan), the processor can run through
/// these clocks on what is left, and then the engines' data is moved for as many clocks as the
/// processor has really passed (the commit). Nothing ever has to be undone.
#pragma once

#include <cstdint>

#include "models/lanai/core/slot.h"
#include "models/lanai/engines/state.h"

namespace flybar::lanai {

/// One clock of a plan. Word counts include this clock and start at 0 with the window; so do times,
/// in picoseconds.
struct Record : Moved {
  bool running = false;            ///< the link takes words
  std::uint8_t most_waiting = 0;   ///< most words that waited after any clock so far, up to 255
  std::uint8_t least_waiting = 0;  ///< fewest
  std::uint16_t started = 0;       ///< words started on the link
  std::int32_t host_next = 0;      ///< the next data phase of the host DMA
  std::int32_t wire_free = 0;      ///< when the link can take the next word
};

struct Window {
  static constexpr int kMost = 96;
  const Record* records = nullptr;
  const std::uint8_t* left = nullptr;  ///< in each clock, SRAM accesses that the processor may use
  const Slot* slots = nullptr;         ///< the same, as the processor asks for it
  int clocks = 0;
  bool ends = false;  ///< some work of an engine ends in the last clock
};

/// The clock in which an engine moves its first word. Precondition: it does, in this window.
inline int first_clock(const Window& window, std::uint8_t Record::*words) {
  int clock = 0;
  while (window.records[clock].*words == 0) ++clock;
  return clock;
}

}  // namespace flybar::lanai
