#include "models/rtl/seat.h"

#include <array>
#include <memory>

#include "models/lanai/board/seat.h"
#include "models/rtl/board.h"
#include "models/rtl/lockstep.h"
#include "models/rtl/model_executor.h"
#include "models/rtl/verilated_executor.h"

namespace flybar::rtl {
namespace {

std::unique_ptr<Board> make(const BoardSite& site, const MakeExecutor& executor) {
  return std::make_unique<Board>("lanai", lanai::params_at(site), site.agenda, site.kernel,
                                 site.observer, executor);
}

std::unique_ptr<flybar::Board> make_pins(const BoardSite& site) {
  return make(site, [](const lanai::ChipParams& params) {
    return std::make_unique<ModelExecutor>(params);
  });
}

std::unique_ptr<flybar::Board> make_rtl(const BoardSite& site) {
  return make(site, [](const lanai::ChipParams& params) { return make_verilated(params); });
}

std::unique_ptr<flybar::Board> make_lockstep(const BoardSite& site) {
  return make_lockstep_board(site, [](const lanai::ChipParams& params) {
    return make_verilated(params, Assertions::kOn);
  });
}

constexpr std::array kAll = {
    Kind{"rtl", "the chip in SystemVerilog, compiled by Verilator", &make_rtl},
    Kind{"lockstep", "RTL and model on the same stimuli, compared in every clock", &make_lockstep},
    Kind{"pins", "the model, clocked on the pins of the RTL", &make_pins},
};

}  // namespace

std::unique_ptr<flybar::Board> make_lockstep_board(const BoardSite& site,
                                                   const MakeExecutor& leader) {
  LockstepExecutor* both = nullptr;
  auto board = make(site, [&](const lanai::ChipParams& params) {
    auto executor =
        std::make_unique<LockstepExecutor>(leader(params), std::make_unique<ModelExecutor>(params),
                                           static_cast<std::uint32_t>(params.sram.count / 4));
    both = executor.get();
    return executor;
  });
  both->report = [&board = *board](const Difference& difference) { board.differ(difference); };
  return board;
}

std::span<const Kind> kinds() {
  return kAll;
}

}  // namespace flybar::rtl
