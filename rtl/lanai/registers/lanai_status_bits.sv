// The bits of ISR that are remembered until somebody clears them: signals between host and processor, and those that
// a write of 1 by either clears. The other bits tell what the engines are doing.
`default_nettype none

module lanai_status_bits (
    input  wire logic        clk_i,
    input  wire logic        power_on_i,
    input  wire logic        chip_reset_i,
    input  wire logic        passes_zero_i,  // IT does, in this clock
    input  wire logic        wake_i,         // the host raises the wake pin in this clock
    input  wire logic        host_write_i,   // of ISR
    input  wire logic [31:0] host_value_i,
    input  wire logic        cpu_write_i,    // of ISR
    input  wire logic [31:0] cpu_value_i,
    output      logic [31:0] bits_o,         // at the begin of the clock
    output      logic [31:0] bits_now_o,     // as the host reads them
    output      logic [31:0] bits_after_o    // as the processor reads them
);
  logic [31:0] bits_q;
  assign bits_o = bits_q;

  localparam logic [31:0] CLEARED_BY_ONE = lanai_regs_pkg::IsrDbgMask | lanai_regs_pkg::IsrLinkMask |
      lanai_regs_pkg::IsrNresMask | lanai_regs_pkg::IsrWakeMask | lanai_regs_pkg::IsrTailMask |
      lanai_regs_pkg::IsrWdogMask | lanai_regs_pkg::IsrTimeMask;
  localparam logic [31:0] FROM_HOST = lanai_regs_pkg::IsrLan7SigMask | lanai_regs_pkg::IsrLan6SigMask |
      lanai_regs_pkg::IsrLan5SigMask | lanai_regs_pkg::IsrLan4SigMask | lanai_regs_pkg::IsrLan3SigMask |
      lanai_regs_pkg::IsrLan2SigMask | lanai_regs_pkg::IsrLan1SigMask | lanai_regs_pkg::IsrLan0SigMask;
  localparam logic [31:0] TO_HOST = lanai_regs_pkg::IsrHostSigMask;
  localparam logic [31:0] KEPT = lanai_regs_pkg::IsrWakeMask | lanai_regs_pkg::IsrTimeMask | FROM_HOST | TO_HOST;

  assign bits_now_o = passes_zero_i ? bits_q | lanai_regs_pkg::IsrTimeMask : bits_q;
  always_comb begin
    bits_after_o = bits_now_o;
    if (chip_reset_i) bits_after_o = 32'd0;
    else if (host_write_i)
      bits_after_o = (bits_now_o & ~(host_value_i & (CLEARED_BY_ONE | TO_HOST))) | (host_value_i & FROM_HOST);
    if (wake_i) bits_after_o = bits_after_o | lanai_regs_pkg::IsrWakeMask;
  end

  always_ff @(posedge clk_i) begin
    if (power_on_i) bits_q <= 32'd0;
    else if (cpu_write_i) bits_q <= (bits_after_o & ~(cpu_value_i & (CLEARED_BY_ONE | FROM_HOST))) | (cpu_value_i & TO_HOST);
    else bits_q <= bits_after_o;
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    no_other_bit_is_ever_set : assert (power_on_i || (bits_q & ~KEPT) == 32'd0);
  end
`endif
endmodule

`default_nettype wire
