/// Addresses of the parts of a board on the PCI bus.
#pragma once

#include <cstdint>

#include "models/common/units.h"
#include "models/layouts/generated/board_regs.hpp"
#include "models/layouts/generated/ipt_regs.hpp"

namespace flybar::lanai {

/// PCI addresses in the window of one board.
struct BoardAddresses {
  std::uint32_t bar0 = 0;  ///< begin of the window
  Bytes sram_size = Bytes(256 * 1024);

  /// Byte 0 of the SRAM.
  std::uint32_t sram() const {
    return bar0 +
           (sram_size.count > board::kSramSpace ? board::kSram1mbOffset : board::kSramOffset);
  }
  /// A special register of the chip, by its offset as the chip's processor sees it.
  std::uint32_t chip_register(std::uint32_t offset) const {
    return bar0 + board::kRegisterOffset + offset;
  }
  /// The table of the incoming-payload-table unit.
  std::uint32_t ipt() const { return bar0 + ipt_regs::kTableOffset; }
  std::uint32_t control() const { return bar0 + board::Control::kOffset; }
};

}  // namespace flybar::lanai
