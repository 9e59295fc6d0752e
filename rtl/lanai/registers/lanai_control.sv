// The board's control register: a write of 1 acts, a read gives the last written of each pair.
`default_nettype none

module lanai_control (
    input  wire logic        clk,
    input  wire logic        power_on,
    input  wire logic        write,
    input  wire logic [31:0] value,
    output      logic [31:0] control,
    output      logic        chip_reset,         // begins in this clock
    output      logic        wake,               // the wake pin is raised in this clock
    output      logic        held,               // in reset, at the begin of the clock
    output      logic        held_now,           // in reset, after what the host writes in this clock
    output      logic        interrupt_enabled
);
  // Clock lines and bursts have no effect.
  // verilator lint_off UNUSEDSIGNAL
  board_regs_pkg::control_t written;
  // verilator lint_on UNUSEDSIGNAL
  board_regs_pkg::control_t kept;
  board_regs_pkg::control_t kept_after;
  assign written = value;
  assign control = kept;
  assign chip_reset = write && written.reset_on;
  assign wake = write && written.wake_on;
  assign held_now = chip_reset || (held && !(write && written.reset_off));
  assign interrupt_enabled = kept.interrupt_enable;

  always_comb begin
    kept_after = kept;
    if (written.reset_on || written.reset_off) begin
      kept_after.reset_on = written.reset_on;
      kept_after.reset_off = written.reset_off;
    end
    if (written.interrupt_enable || written.interrupt_disable) begin
      kept_after.interrupt_enable = written.interrupt_enable;
      kept_after.interrupt_disable = written.interrupt_disable;
    end
  end

  always_ff @(posedge clk) begin
    if (power_on) begin
      kept <= board_regs_pkg::ControlReset;
      held <= 1'b1;
    end else begin
      if (write) kept <= kept_after;
      held <= held_now;
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk) begin
    one_of_each_pair : assert (power_on || (kept.reset_on || kept.reset_off));
  end
`endif
endmodule

`default_nettype wire
