#include "models/rtl/seat.h"

#include <memory>

#include "models/lanai/board/chip.h"
#include "models/lanai/board/seat.h"
#include "models/rtl/board/board.h"
#include "models/rtl/executor/model_executor.h"
#include "models/rtl/lockstep/lockstep.h"
#include "models/rtl/lockstep/shadow.h"

namespace flybar::rtl {
namespace {

std::unique_ptr<Board> make(const CardSite& site, const MakeExecutor& executor) {
  return std::make_unique<Board>(site.name.c_str(), lanai::params_at(site), site.agenda,
                                 site.kernel, site.observer, executor);
}

}  // namespace

std::unique_ptr<Card> make_board(const CardSite& site, const MakeExecutor& executor) {
  return make(site, executor);
}

std::unique_ptr<Card> make_lockstep_board(const CardSite& site, const MakeExecutor& leader,
                                          const MakeExecutor& shown) {
  LockstepExecutor* both = nullptr;
  auto board = make(site, [&](const lanai::ChipParams& params) {
    auto executor =
        std::make_unique<LockstepExecutor>(leader(params), std::make_unique<ModelExecutor>(params),
                                           static_cast<std::uint32_t>(params.sram.count / 4));
    executor->make_shown = [shown, params] { return shown(params); };
    both = executor.get();
    return executor;
  });
  both->report = [&board = *board](const Difference& difference) { board.differ(difference); };
  return board;
}

std::unique_ptr<Card> make_shadow_board(const CardSite& site, const MakeExecutor& chip,
                                        const MakeExecutor& shown) {
  const lanai::ChipParams params = lanai::params_at(site);
  auto board = std::make_unique<lanai::Chip>(site.name.c_str(), params, site.agenda, site.kernel,
                                             site.observer);
  board->set_shadow(std::make_unique<ChipShadow>(
      params, board->name(), chip, shown, [&board = *board](Time t) { return board.place(t); }));
  return board;
}

}  // namespace flybar::rtl
