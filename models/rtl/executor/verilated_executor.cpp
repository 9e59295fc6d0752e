#define VL_TIME_CONTEXT  // before SystemC, whose sc_time_stamp() it would ask for
#include <Vlanai_board.h>
#include <Vlanai_board___024root.h>
#include <Vlanai_board_asserted.h>
#include <Vlanai_board_asserted___024root.h>
#include <Vlanai_board_traced.h>
#include <Vlanai_board_traced___024root.h>
#include <verilated_vcd_c.h>

#include "models/rtl/executor/verilated_executor.h"

#include "models/rtl/executor/stateful.h"
#include "models/rtl/executor/traced.h"

FLYBAR_PHASES(Vlanai_board);
FLYBAR_PHASES(Vlanai_board_asserted);
FLYBAR_PHASES(Vlanai_board_traced);

namespace flybar::rtl {

std::unique_ptr<Executor> make_verilated(const lanai::ChipParams& params, Assertions assertions) {
  if (assertions == Assertions::kOn)
    return std::make_unique<StatefulExecutor<VerilatedExecutor<Vlanai_board_asserted>>>(params);
  return std::make_unique<VerilatedExecutor<Vlanai_board>>(params);
}

std::unique_ptr<Executor> make_traced(const lanai::ChipParams& params) {
  return std::make_unique<StatefulExecutor<TracedExecutor<Vlanai_board_traced>>>(params);
}

}  // namespace flybar::rtl
