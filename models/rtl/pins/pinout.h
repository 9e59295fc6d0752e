/// What the model of the chip shows on the pins of the RTL, from the state of its parts.
#pragma once

#include <cstdint>
#include <span>

#include "models/lanai/run/shadow.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

class Pinout {
 public:
  /// Writes to `out`.
  explicit Pinout(Outputs& out) : out_(out) {}

  /// What the chip has done so far is that of `chip`, and nothing has been reported yet.
  void begin(const lanai::ChipView& chip);
  /// A clock begins: no reports yet.
  void clear_reports();
  /// The link takes a word of four bytes, of which the first `skip` do not leave; `head` begins a
  /// packet.
  void leaves(std::span<const std::uint8_t> bytes, std::uint32_t skip, bool head);
  /// The host has reset the chip.
  void reset() { flags_ = {}; }
  void grants(const lanai::Accesses& grants);
  /// The instruction at `pc`, which is this word, with the value that the model reports of it.
  void retired(const lanai::ChipView& after, std::uint32_t pc, std::uint32_t word,
               std::uint32_t result);
  /// What the next clock begins with.
  void show(const lanai::ChipView& chip);
  Insight insight(const lanai::ChipView& chip) const;

 private:
  void show_link(const lanai::Engines& engines);

  Outputs& out_;
  lanai::LazyFlags flags_;  ///< of the last instruction
  std::uint8_t crc_ = 0;    ///< of the packet that leaves
  Insight last_;            ///< its part about the last instruction
};

}  // namespace flybar::rtl
