/// A board in SystemVerilog on its pins, for tests without a system around it.
#pragma once

#include "testbenches/tests/agree/rtl/board_class.h"
#ifdef FLYBAR_COVER
#include <verilated_cov.h>
#endif

#include <cstdint>
#include <stdexcept>
#include <string>

#include "models/layouts/generated/board_regs.hpp"
#include "models/layouts/generated/lanai_regs.hpp"
#include "models/rtl/executor/cpu_register.h"
#include "models/rtl/executor/monitor.h"

namespace flybar::rtl {

class BoardPins {
 public:
  static constexpr std::uint32_t kSramBytes = 256 * 1024;

  BoardPins() {
#ifdef FLYBAR_MUTANTS  // scripts/mutate-rtl
    pins.mutant = chosen_mutant();
#endif
    pins.cfg_accesses_i = 2;
    pins.cfg_link_words_i = 1;
    pins.cfg_send_fifo_i = 16;
    pins.cfg_send_start_i = 8;
    pins.cfg_stop_mark_i = 14;
    pins.cfg_go_mark_i = 10;
    pins.cfg_dma_start_i = 10;
    pins.cfg_dma_burst_i = 4096;
    pins.cfg_sram_bytes_i = kSramBytes;
    pins.eval();  // an edge is one only behind a first evaluation
    clock();
    pins.rst_ni = 1;
    pins.eval();
  }

  /// Scopes of Verilator 5.006 take leave of the thread's context, whichever that is.
  ~BoardPins() {
    Verilated::threadContextp(&context);
#ifdef FLYBAR_COVER  // scripts/cover-rtl
    static int boards = 0;
    context.coveragep()->write(("coverage." + std::to_string(boards++) + ".dat").c_str());
#endif
  }
  BoardPins(const BoardPins&) = delete;
  BoardPins& operator=(const BoardPins&) = delete;

  void clock() {
    if (touched_) settle(pins);
    touched_ = false;
    pins.clk_i = 1;
    pins.eval();
    pins.clk_i = 0;
    pins.eval();
    ++clocks;
  }

  /// A word of the SRAM, which may be written.
  std::uint32_t& word(std::uint32_t address) {
    touched_ = true;
    return pins.rootp->lanai_board__DOT__u_sram__DOT__mem[address / 4];
  }
  std::uint32_t cpu_register(unsigned number) const {
    return rtl::cpu_register(pins, number);
  }

  /// A field of the monitor by its name, such as "pc".
  std::uint32_t monitored(MonitorPlace field) const {
    return rtl::monitored(pins, field);
  }

  /// One word by the host, at an offset in the board's window.
  void host_write(std::uint32_t offset, std::uint32_t value) {
    pins.pio_valid_i = pins.pio_write_i = 1;
    pins.pio_address_i = offset;
    pins.pio_wdata_i = value;
    until_done();
  }
  std::uint32_t host_read(std::uint32_t offset) {
    pins.pio_valid_i = 1;
    pins.pio_write_i = 0;
    pins.pio_address_i = offset;
    until_done();
    return pins.pio_rdata_o;
  }
  void set_register(std::uint32_t offset, std::uint32_t value) {
    host_write(lanai::board::kRegisterOffset + offset, value);
  }
  std::uint32_t get_register(std::uint32_t offset) {
    return host_read(lanai::board::kRegisterOffset + offset);
  }
  /// The processor reads its first word in the last clock of the reset.
  void start() {
    clock();
    host_write(lanai::board::Control::kOffset, lanai::board::Control::kResetOffMask);
  }

  VerilatedContext context;
  BoardClass pins{&context};
  std::uint64_t clocks = 0;

 private:
  bool touched_ = false;
  void until_done() {
    for (int patience = 16; patience > 0; --patience) {
      clock();
      if (!pins.pio_done_o) continue;
      pins.pio_valid_i = 0;
      return;
    }
    throw std::runtime_error("the host's word is not moved");
  }
};

}  // namespace flybar::rtl
