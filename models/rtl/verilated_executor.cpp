#define VL_TIME_CONTEXT  // before SystemC, whose sc_time_stamp() it would ask for
#include <Vlanai_board.h>
#include <Vlanai_board___024root.h>
#include <Vlanai_board_asserted.h>
#include <Vlanai_board_asserted___024root.h>
#include <Vlanai_board_traced.h>
#include <Vlanai_board_traced___024root.h>
#include <verilated_vcd_c.h>

#include "models/rtl/verilated_executor.h"

#include "models/rtl/traced.h"

void Vlanai_board___024root___eval_settle(Vlanai_board___024root*);
void Vlanai_board___024root___eval_nba(Vlanai_board___024root*);
void Vlanai_board_asserted___024root___eval_settle(Vlanai_board_asserted___024root*);
void Vlanai_board_asserted___024root___eval_nba(Vlanai_board_asserted___024root*);
void Vlanai_board_traced___024root___eval_settle(Vlanai_board_traced___024root*);
void Vlanai_board_traced___024root___eval_nba(Vlanai_board_traced___024root*);

static void settle(Vlanai_board& pins) {
  Vlanai_board___024root___eval_settle(pins.rootp);
}
static void pass_edge(Vlanai_board& pins) {
  pins.rootp->__VnbaTriggered.at(0) = true;
  Vlanai_board___024root___eval_nba(pins.rootp);
}
static void settle(Vlanai_board_asserted& pins) {
  Vlanai_board_asserted___024root___eval_settle(pins.rootp);
}
static void pass_edge(Vlanai_board_asserted& pins) {
  pins.rootp->__VnbaTriggered.at(0) = true;
  Vlanai_board_asserted___024root___eval_nba(pins.rootp);
}
static void settle(Vlanai_board_traced& pins) {
  Vlanai_board_traced___024root___eval_settle(pins.rootp);
}
static void pass_edge(Vlanai_board_traced& pins) {
  pins.rootp->__VnbaTriggered.at(0) = true;
  Vlanai_board_traced___024root___eval_nba(pins.rootp);
}

namespace flybar::rtl {

std::unique_ptr<Executor> make_verilated(const lanai::ChipParams& params, Assertions assertions) {
  if (assertions == Assertions::kOn)
    return std::make_unique<VerilatedExecutor<Vlanai_board_asserted>>(params);
  return std::make_unique<VerilatedExecutor<Vlanai_board>>(params);
}

std::unique_ptr<Executor> make_traced(const lanai::ChipParams& params) {
  return std::make_unique<TracedExecutor<Vlanai_board_traced>>(params);
}

}  // namespace flybar::rtl
