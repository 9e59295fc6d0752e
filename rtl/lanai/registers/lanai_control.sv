// The board's control register: a write of 1 acts, a read gives the last written of each pair.
`default_nettype none

module lanai_control (
    input  wire logic        clk_i,
    input  wire logic        power_on_i,
    input  wire logic        write_i,
    input  wire logic [31:0] value_i,
    output      logic [31:0] control_o,
    output      logic        chip_reset_o,         // begins in this clock
    output      logic        wake_o,               // the wake pin is raised in this clock
    output      logic        held_o,               // in reset, at the begin of the clock
    output      logic        held_now_o,           // in reset, after what the host writes in this clock
    output      logic        interrupt_enabled_o
);
  logic held_q;
  assign held_o = held_q;

  // Clock lines and bursts have no effect.
  // verilator lint_off UNUSEDSIGNAL
  board_regs_pkg::control_t written;
  // verilator lint_on UNUSEDSIGNAL
  board_regs_pkg::control_t kept_q;
  board_regs_pkg::control_t kept_after;
  assign written = value_i;
  assign control_o = kept_q;
  assign chip_reset_o = write_i && written.reset_on;
  assign wake_o = write_i && written.wake_on;
  assign held_now_o = chip_reset_o || (held_q && !(write_i && written.reset_off));
  assign interrupt_enabled_o = kept_q.interrupt_enable;

  always_comb begin
    kept_after = kept_q;
    if (written.reset_on || written.reset_off) begin
      kept_after.reset_on = written.reset_on;
      kept_after.reset_off = written.reset_off;
    end
    if (written.interrupt_enable || written.interrupt_disable) begin
      kept_after.interrupt_enable = written.interrupt_enable;
      kept_after.interrupt_disable = written.interrupt_disable;
    end
  end

  always_ff @(posedge clk_i) begin
    if (power_on_i) begin
      kept_q <= board_regs_pkg::ControlReset;
      held_q <= 1'b1;
    end else begin
      if (write_i) kept_q <= kept_after;
      held_q <= held_now_o;
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    one_of_each_pair : assert (power_on_i || (kept_q.reset_on || kept_q.reset_off));
  end
`endif
endmodule

`default_nettype wire
