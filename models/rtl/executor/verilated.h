/// What Verilator has made of lanai_board, as an executor. For the files that name the class: they
/// include its headers first, and then say FLYBAR_PHASES(class), which names Verilator's own parts
/// of a clock; testbenches/tests/agree/rtl/phases.py sees to it that these are what is said here.
///   settle      all logic, without an edge
///   edge        flip-flops, and the logic that needs nothing but these
///   rest        logic that needs inputs as well, for inputs that have not changed
///   inputs      the same and what else is behind inputs
#pragma once

#include <algorithm>
#include <utility>

#include "models/rtl/executor/cpu_register.h"
#include "models/rtl/executor/monitor.h"
#include "models/rtl/pins/pins.h"

#define FLYBAR_PHASES(class)                                                 \
  void class##___024root___eval_settle(class##___024root*);                  \
  void class##___024root___nba_sequent__TOP__0(class##___024root*);          \
  void class##___024root___nba_sequent__TOP__1(class##___024root*);          \
  void class##___024root___ico_sequent__TOP__0(class##___024root*);          \
  template <>                                                                \
  struct flybar::rtl::Phases<class> {                                        \
    static constexpr auto settle = &class##___024root___eval_settle;         \
    static constexpr auto edge = &class##___024root___nba_sequent__TOP__0;   \
    static constexpr auto rest = &class##___024root___nba_sequent__TOP__1;   \
    static constexpr auto inputs = &class##___024root___ico_sequent__TOP__0; \
  }

namespace flybar::rtl {

/// Only `settle` of a class that is always clocked as a whole.
template <class Pins>
struct Phases;

namespace detail {

/// Bits `at` to `at + count - 1` of a wide port; count is at most 64.
template <class Wide>
std::uint64_t bits_of(const Wide& words, unsigned at, unsigned count) {
  const unsigned first = at / 32, shift = at % 32;
  std::uint64_t value = words[first] >> shift;
  for (unsigned have = 32 - shift, n = first + 1; have < count; have += 32, ++n)
    value |= std::uint64_t{words[n]} << have;
  return value & ((std::uint64_t{1} << count) - 1);
}

template <class Wide>
void set_bits(Wide& words, unsigned at, unsigned count, std::uint64_t value) {
  for (unsigned done = 0; done < count;) {
    const unsigned word = (at + done) / 32, shift = (at + done) % 32;
    const unsigned some = std::min(32 - shift, count - done);
    const std::uint32_t mask = some == 32 ? ~0u : ((1u << some) - 1) << shift;
    words[word] =
        (words[word] & ~mask) | (static_cast<std::uint32_t>(value >> done) << shift & mask);
    done += some;
  }
}

inline constexpr unsigned kArrivedBits = 35;

}  // namespace detail

template <class Pins>
class VerilatedExecutor : public Executor {
 public:
  explicit VerilatedExecutor(const lanai::ChipParams& params);
  ~VerilatedExecutor() override {
    pins_.final();
    // The destructor of Verilator 5.006 locks that of the context which the thread saw last.
    Verilated::threadContextp(&context_);
  }

  void clock(const Inputs& in) override;
  Insight insight() const override;
  std::uint32_t sram_word(std::uint32_t index) const override {
    return pins_.rootp->lanai_board__DOT__u_sram__DOT__mem[index];
  }
  void set_sram_word(std::uint32_t index, std::uint32_t word) override {
    pins_.rootp->lanai_board__DOT__u_sram__DOT__mem[index] = word;
    touch();
  }
  std::uint32_t cpu_register(unsigned number) const override {
    return rtl::cpu_register(pins_, number);
  }

 protected:
  Pins& pins() { return pins_; }
  /// Something in the chip was changed from outside.
  void touch() { touched_ = true; }
  /// Flip-flops were set from outside: outputs follow them, and nothing came from outside before.
  void settle() {
    Phases<Pins>::settle(pins_.rootp);
    quiet_ = false;
    show();
  }
  VerilatedContext& context() { return context_; }
  /// From now on each clock is Verilator's own.
  void always_whole() { whole_ = true; }

 private:
  /// Verilator works out the logic behind the inputs before an edge, and once more behind it, with
  /// inputs that are no longer those of the next clock. Outputs come from flip-flops alone, so it
  /// is enough to do that once, before the edge.
  void edge(bool same_inputs) {
    if (std::exchange(touched_, false)) Phases<Pins>::settle(pins_.rootp);
    if constexpr (requires { Phases<Pins>::edge; }) {
      if (whole_) return whole_edge();
      (same_inputs ? Phases<Pins>::rest : Phases<Pins>::inputs)(pins_.rootp);
      Phases<Pins>::edge(pins_.rootp);
    } else {
      whole_edge();
    }
  }
  /// Instead of a falling edge, at which nothing happens, Verilator is told that it has seen one.
  void whole_edge() {
    pins_.rootp->__Vtrigrprev__TOP__clk_i = 0;
    pins_.clk_i = 1;
    pins_.eval();
  }
  void show();

  VerilatedContext context_;
  Pins pins_{&context_};
  bool touched_ = false;  ///< the memory, from outside
  bool quiet_ = false;    ///< nothing came from outside in the clock before
  bool whole_ = false;
};

template <class Pins>
VerilatedExecutor<Pins>::VerilatedExecutor(const lanai::ChipParams& params) {
  const Straps straps(params, "lanai");
  Pins& pins = pins_;
  pins.cfg_order_i = straps.order;
  pins.cfg_accesses_i = straps.accesses;
  pins.cfg_link_words_i = straps.link_words;
  pins.cfg_send_fifo_i = straps.send_fifo;
  pins.cfg_send_start_i = straps.send_start;
  pins.cfg_stop_mark_i = straps.stop_mark;
  pins.cfg_go_mark_i = straps.go_mark;
  pins.cfg_dma_start_i = straps.dma_start;
  pins.cfg_dma_burst_i = straps.dma_burst;
  pins.cfg_sram_bytes_i = straps.sram_bytes;
  pins.rst_ni = 0;
  pins.clk_i = 0;
  pins.eval();
  whole_edge();
  pins.rst_ni = 1;
  show();
}

template <class Pins>
void VerilatedExecutor<Pins>::clock(const Inputs& in) {
  Pins& pins = pins_;
  pins.tick_i = in.tick;
  pins.pio_valid_i = in.pio_valid;
  if (in.pio_valid) {
    pins.pio_write_i = in.pio_write;
    pins.pio_address_i = in.pio_address;
    pins.pio_wdata_i = in.pio_wdata;
  }
  pins.hdma_due_i = in.hdma_due;
  if (in.hdma_due) pins.hdma_rdata_i = in.hdma_rdata;
  pins.link_take_i = in.link_take;
  pins.link_in_count_i = in.link_in_count;
  for (unsigned n = 0; n < in.link_in_count; ++n)
    detail::set_bits(pins.link_in_words_i, n * detail::kArrivedBits, detail::kArrivedBits,
                     in.link_in[n]);
  const bool quiet =
      !in.tick && !in.pio_valid && !in.hdma_due && !in.link_take && !in.link_in_count;
  edge(quiet && quiet_);
  quiet_ = quiet;
  show();
}

template <class Pins>
void VerilatedExecutor<Pins>::show() {
  const Pins& pins = pins_;
  const auto byte = [&](MonitorPlace field) {
    return static_cast<std::uint8_t>(monitored(pins, field));
  };
  out_.link_offer = pins.link_offer_o;
  for (unsigned n = 0; n < out_.link_offer; ++n)
    out_.link_front[n].bits =
        detail::bits_of(pins.link_front_o, n * kFrontWordBits, kFrontWordBits);
  out_.link_crc = pins.link_crc_o;
  out_.hdma_req = pins.hdma_req_o;
  out_.hdma_write = pins.hdma_write_o;
  out_.hdma_address = pins.hdma_address_o;
  out_.hdma_left = pins.hdma_left_o;
  out_.hdma_longest = pins.hdma_longest_o;
  out_.irq = pins.irq_o;
  out_.held = pins.mon_held_o;
  out_.pio_done = pins.pio_done_o;
  if (out_.pio_done) out_.pio_rdata = pins.pio_rdata_o;
  out_.hdma_moved = pins.hdma_moved_o;
  if (out_.hdma_moved) out_.hdma_wdata = pins.hdma_wdata_o;
  out_.flow_stop = pins.flow_stop_o;
  out_.flow_go = pins.flow_go_o;
  out_.fault = pins.fault_o;
  out_.retire = monitored(pins, "retire") != 0;
  out_.load_use = monitored(pins, "load_use") != 0;
  out_.write = monitored(pins, "write") != 0;
  if (out_.write) {
    out_.write_offset = byte("write_offset");
    out_.write_data = monitored(pins, "write_data");
  }
  out_.grant_host = byte("grant_host");
  out_.grant_receive = byte("grant_receive");
  out_.grant_send = byte("grant_send");
  out_.grant_cpu = byte("grant_cpu");
}

template <class Pins>
Insight VerilatedExecutor<Pins>::insight() const {
  const Pins& pins = pins_;
  const auto byte = [&](MonitorPlace field) {
    return static_cast<std::uint8_t>(monitored(pins, field));
  };
  return {.retire_pc = monitored(pins, "retire_pc"),
          .retire_instr = monitored(pins, "retire_instr"),
          .retire_result = monitored(pins, "retire_result"),
          .retire_rd = byte("retire_rd"),
          .retire_flags = byte("retire_flags"),
          .pc = monitored(pins, "pc"),
          .isr = monitored(pins, "isr"),
          .lar = monitored(pins, "lar"),
          .rmp = monitored(pins, "rmp"),
          .rml = monitored(pins, "rml"),
          .smp = monitored(pins, "smp"),
          .sml = monitored(pins, "sml"),
          .armed = monitored(pins, "armed") != 0,
          .send_active = monitored(pins, "send_active") != 0,
          .receive_waiting = static_cast<std::uint16_t>(monitored(pins, "receive_waiting")),
          .send_waiting = byte("send_waiting")};
}

}  // namespace flybar::rtl
