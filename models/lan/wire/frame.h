/// A frame as it passes a line: all of its bytes but preamble and cell headers.
#pragma once

#include <cstdint>
#include <vector>

namespace flybar::lan {

struct Frame {
  /// Ethernet: from the destination's address to the frame check. AAL5: whole cells, without their
  /// headers.
  std::vector<std::uint8_t> bytes;
  std::uint32_t circuit = 0;  ///< AAL5: of the cell headers
  std::uint64_t message = 0;  ///< what traces call it
};

}  // namespace flybar::lan
