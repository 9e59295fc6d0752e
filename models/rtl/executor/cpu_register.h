/// A register of the processor in SystemVerilog, as the last instruction has left it.
#pragma once

#include <cstdint>

#include "models/rtl/executor/monitor.h"

namespace flybar::rtl {

/// A register of the processor, in a class like Verilator's. What an instruction has written in the
/// last clock is still on its way to the register file: the pins of the monitor show it.
template <class Pins>
std::uint32_t cpu_register(Pins& pins, unsigned number) {
  if (number == 0) return 0;
  if (monitored(pins, "retire") && monitored(pins, "retire_rd") == number)
    return monitored(pins, "retire_result");
  if (monitored(pins, "update") && monitored(pins, "update_rd") == number)
    return monitored(pins, "update_value");
  return pins.rootp
      ->lanai_board__DOT__u_chip__DOT__u_core__DOT__u_operands__DOT__u_regfile__DOT__regs_q[number];
}

}  // namespace flybar::rtl
