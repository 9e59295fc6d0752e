/// Which class stands for the board: that of the SystemVerilog with its assertions, or of the
/// netlist that FLYBAR_BOARD names (testbenches/tests/agree/rtl/netlists).
#pragma once

#ifndef FLYBAR_BOARD
#define FLYBAR_BOARD Vlanai_board_asserted
#endif
#define FLYBAR_TEXT(name) #name
#define FLYBAR_HEADER(name) FLYBAR_TEXT(name.h)
#define FLYBAR_JOINED(a, b) a##b
#define FLYBAR_ROOT(name) FLYBAR_JOINED(name, ___024root)
#define FLYBAR_SETTLE(name) FLYBAR_JOINED(name, ___024root___eval_settle)

#define VL_TIME_CONTEXT  // before SystemC, whose sc_time_stamp() it would ask for
#include FLYBAR_HEADER(FLYBAR_BOARD)
#include FLYBAR_HEADER(FLYBAR_ROOT(FLYBAR_BOARD))

#include <cstdint>
#include <cstdlib>
#include <string>

/// Verilator's own: works out all logic without an edge.
void FLYBAR_SETTLE(FLYBAR_BOARD)(FLYBAR_ROOT(FLYBAR_BOARD) *);

using BoardClass = FLYBAR_BOARD;

inline void settle(BoardClass& pins) {
  FLYBAR_SETTLE(FLYBAR_BOARD)(pins.rootp);
}

#ifdef FLYBAR_MUTANTS
/// Of those of scripts/mutate-rtl; 0 is none.
inline std::uint16_t chosen_mutant() {
  const char* text = std::getenv("FLYBAR_MUTANT");
  return static_cast<std::uint16_t>(text ? std::stoi(text) : 0);
}
#endif
