/// Boards on which the chip is clocked on its pins, for the seat of a LANai board.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "models/contracts/board.h"
#include "models/rtl/pins.h"

namespace flybar::rtl {

/// A way to make the chip.
struct Kind {
  std::string_view name;     ///< "rtl"
  std::string_view summary;  ///< for people who choose
  MakeBoard make;
};
/// Those that this program has.
std::span<const Kind> kinds();

/// A board on which the model follows another chip, which leads.
std::unique_ptr<flybar::Board> make_lockstep_board(const BoardSite& site,
                                                   const MakeExecutor& leader);

}  // namespace flybar::rtl
