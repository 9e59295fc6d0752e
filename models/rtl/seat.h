/// Boards on which the chip is clocked on its pins, for the seat of a LANai board.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "models/contracts/board.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

/// A way to make the chip.
struct Kind {
  std::string_view name;     ///< "rtl"
  std::string_view summary;  ///< for people who choose
  MakeBoard make;
};
/// Those that this program has: a test may link its own.
std::span<const Kind> kinds();

/// A board with this chip.
std::unique_ptr<flybar::Board> make_board(const BoardSite& site, const MakeExecutor& executor);

/// A board on which the model follows another chip, which leads; `shown` is the leader of a run
/// that draws a waveform.
std::unique_ptr<flybar::Board> make_lockstep_board(const BoardSite& site,
                                                   const MakeExecutor& leader,
                                                   const MakeExecutor& shown);

/// The model, with a chip that passes windows of its clocks, too. Without LanaiBoard::shadow_in()
/// it passes none.
std::unique_ptr<flybar::Board> make_shadow_board(const BoardSite& site, const MakeExecutor& chip,
                                                 const MakeExecutor& shown);

}  // namespace flybar::rtl
