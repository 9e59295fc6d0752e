/// Boards on which the chip is clocked on its pins, for the seat of a LANai board.
#pragma once

#include <span>
#include <string_view>

#include "models/contracts/board.h"

namespace flybar::rtl {

/// A way to make the chip.
struct Kind {
  std::string_view name;     ///< "rtl"
  std::string_view summary;  ///< for people who choose
  MakeBoard make;
};
/// Those that this program has.
std::span<const Kind> kinds();

}  // namespace flybar::rtl
