/// Boards on which the chip is clocked on its pins, for the seat of a LANai board.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "models/contracts/card.h"
#include "models/lanai/board/layer.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

/// A way to make the chip.
struct Kind {
  std::string_view name;                           ///< "rtl"
  std::string_view summary;                        ///< for people who choose
  std::unique_ptr<Card> (*make)(const CardSite&);  ///< null: another program has it
};
/// Those that this program has: a test may link its own.
std::span<const Kind> kinds();
/// Those as cards for the list of parts: "lanai-rtl" and so on. Once in a process.
inline void add_cards(std::deque<CardKind>& cards) {
  for (const Kind& kind : kinds()) {
    CardKind card = lanai::card_kind();
    card.name.append("-").append(kind.name);
    card.summary = kind.summary;
    card.alias = {std::string(kind.name), lanai::card_kind().name};
    card.make = kind.make;
    cards.push_back(card);
  }
}

/// A board with this chip.
std::unique_ptr<Card> make_board(const CardSite& site, const MakeExecutor& executor);

/// A board on which the model follows another chip, which leads; `shown` is the leader of a run
/// that draws a waveform.
std::unique_ptr<Card> make_lockstep_board(const CardSite& site, const MakeExecutor& leader,
                                          const MakeExecutor& shown);

/// The model, with a chip that passes windows of its clocks, too. Without Shadowed::shadow_in()
/// it passes none.
std::unique_ptr<Card> make_shadow_board(const CardSite& site, const MakeExecutor& chip,
                                        const MakeExecutor& shown);

}  // namespace flybar::rtl
