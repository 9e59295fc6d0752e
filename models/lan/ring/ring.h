/// A ring of descriptors in the host's memory, as the card reads it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "models/host/memory/words.h"
#include "models/layouts/generated/lan_regs.hpp"

namespace flybar::lan {

/// What a card has read of one.
struct Descriptor {
  using Layout = regs::Descriptor;
  std::array<std::uint8_t, Layout::kSize> bytes{};

  std::uint32_t word(std::uint32_t offset) const {
    return host::get_word(std::span(bytes).subspan(offset));
  }
  std::uint32_t status() const { return word(Layout::kStatus); }
  std::uint32_t control() const { return word(Layout::kControl); }
  bool is_owned() const { return (status() & Layout::kStatusOwnerMask) != 0; }
  bool is_first() const { return (control() & Layout::kControlFirstMask) != 0; }
  bool is_last() const { return (control() & Layout::kControlLastMask) != 0; }
  bool interrupts() const { return (control() & Layout::kControlInterruptMask) != 0; }
  bool ends_ring() const { return (control() & Layout::kControlEndMask) != 0; }
  std::uint32_t circuit() const {
    return (status() & Layout::kStatusCircuitMask) >> Layout::kStatusCircuitShift;
  }
  /// Of buffer 0 or 1.
  std::uint32_t address(unsigned buffer) const {
    return word(buffer == 0 ? Layout::kBuffer1 : Layout::kBuffer2);
  }
  std::uint32_t length(unsigned buffer) const {
    if (buffer == 0) return control() & Layout::kControlLength1Mask;
    return (control() & Layout::kControlLength2Mask) >> Layout::kControlLength2Shift;
  }
};

/// Where a ring lies, and the place of its next descriptor.
struct Ring {
  std::uint32_t base = 0;
  std::uint32_t length = 0;  ///< 0: there is none
  std::uint32_t next = 0;

  std::uint32_t address(std::uint32_t index) const {
    return base + index * regs::Descriptor::kSize;
  }
  void pass(const Descriptor& one) { next = one.ends_ring() || next + 1 >= length ? 0 : next + 1; }
};

}  // namespace flybar::lan
