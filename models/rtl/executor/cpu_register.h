/// A register of the processor in SystemVerilog, as the last instruction has left it.
#pragma once

#include <cstdint>

namespace flybar::rtl {

/// A register of the processor, in a class like Verilator's. What an instruction has written in the
/// last clock is still on its way to the register file: the pins of the monitor show it.
template <class Pins>
std::uint32_t cpu_register(Pins& pins, unsigned number) {
  if (number == 0) return 0;
  if (pins.mon_retire_o && pins.mon_retire_rd_o == number) return pins.mon_retire_result_o;
  if (pins.mon_update_o && pins.mon_update_rd_o == number) return pins.mon_update_value_o;
  return pins.rootp
      ->lanai_board__DOT__u_chip__DOT__u_core__DOT__u_operands__DOT__u_regfile__DOT__regs_q[number];
}

}  // namespace flybar::rtl
