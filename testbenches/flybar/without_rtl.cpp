/// In the place of models/rtl/kinds.cpp: what the chip in SystemVerilog could be, in a program that
/// is built without it.
#include <array>

#include "models/rtl/seat.h"

namespace flybar::rtl {

std::span<const Kind> kinds() {
  static constexpr std::array kAll = {
      Kind{"rtl", "the chip in SystemVerilog, compiled by Verilator", nullptr},
      Kind{"lockstep", "RTL and model on the same stimuli, compared in every clock", nullptr},
      Kind{"shadow", "the model, and RTL beside it in windows of time (--shadow)", nullptr},
      Kind{"pins", "the model, clocked on the pins of the RTL", nullptr},
  };
  return kAll;
}

}  // namespace flybar::rtl
