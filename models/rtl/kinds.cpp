#include <array>

#include "models/rtl/executor/model_executor.h"
#include "models/rtl/executor/verilated_executor.h"
#include "models/rtl/seat.h"

namespace flybar::rtl {
namespace {

std::unique_ptr<Card> make_pins(const CardSite& site) {
  return make_board(site, [](const lanai::ChipParams& params) {
    return std::make_unique<ModelExecutor>(params);
  });
}

std::unique_ptr<Card> make_rtl(const CardSite& site) {
  return make_board(site, [](const lanai::ChipParams& params) { return make_verilated(params); });
}

std::unique_ptr<Executor> make_asserted(const lanai::ChipParams& params) {
  return make_verilated(params, Assertions::kOn);
}

std::unique_ptr<Card> make_lockstep(const CardSite& site) {
  return make_lockstep_board(site, &make_asserted, &make_traced);
}

std::unique_ptr<Card> make_shadow(const CardSite& site) {
  return make_shadow_board(site, &make_asserted, &make_traced);
}

constexpr std::array kAll = {
    Kind{"rtl", "the chip in SystemVerilog, compiled by Verilator", &make_rtl},
    Kind{"lockstep", "RTL and model on the same stimuli, compared in every clock", &make_lockstep},
    Kind{"shadow", "the model, and RTL beside it in windows of time (--shadow)", &make_shadow},
    Kind{"pins", "the model, clocked on the pins of the RTL", &make_pins},
};

}  // namespace

std::span<const Kind> kinds() {
  return kAll;
}

}  // namespace flybar::rtl
