// The bits of ISR that are remembered until somebody clears them: signals between host and processor, and those that
// a write of 1 by either clears. The other bits tell what the engines are doing.
`default_nettype none

module lanai_status_bits (
    input  wire logic        clk,
    input  wire logic        power_on,
    input  wire logic        chip_reset,
    input  wire logic        passes_zero,  // IT does, in this clock
    input  wire logic        wake,         // the host raises the wake pin in this clock
    input  wire logic        host_write,   // of ISR
    input  wire logic [31:0] host_value,
    input  wire logic        cpu_write,    // of ISR
    input  wire logic [31:0] cpu_value,
    output      logic [31:0] bits,         // at the begin of the clock
    output      logic [31:0] bits_now,     // as the host reads them
    output      logic [31:0] bits_after    // as the processor reads them
);
  localparam logic [31:0] CLEARED_BY_ONE = lanai_regs_pkg::IsrDbgMask | lanai_regs_pkg::IsrLinkMask |
      lanai_regs_pkg::IsrNresMask | lanai_regs_pkg::IsrWakeMask | lanai_regs_pkg::IsrTailMask |
      lanai_regs_pkg::IsrWdogMask | lanai_regs_pkg::IsrTimeMask;
  localparam logic [31:0] FROM_HOST = lanai_regs_pkg::IsrLan7SigMask | lanai_regs_pkg::IsrLan6SigMask |
      lanai_regs_pkg::IsrLan5SigMask | lanai_regs_pkg::IsrLan4SigMask | lanai_regs_pkg::IsrLan3SigMask |
      lanai_regs_pkg::IsrLan2SigMask | lanai_regs_pkg::IsrLan1SigMask | lanai_regs_pkg::IsrLan0SigMask;
  localparam logic [31:0] TO_HOST = lanai_regs_pkg::IsrHostSigMask;
  localparam logic [31:0] KEPT = lanai_regs_pkg::IsrWakeMask | lanai_regs_pkg::IsrTimeMask | FROM_HOST | TO_HOST;

  assign bits_now = passes_zero ? bits | lanai_regs_pkg::IsrTimeMask : bits;
  always_comb begin
    bits_after = bits_now;
    if (chip_reset) bits_after = 32'd0;
    else if (host_write)
      bits_after = (bits_now & ~(host_value & (CLEARED_BY_ONE | TO_HOST))) | (host_value & FROM_HOST);
    if (wake) bits_after = bits_after | lanai_regs_pkg::IsrWakeMask;
  end

  always_ff @(posedge clk) begin
    if (power_on) bits <= 32'd0;
    else if (cpu_write) bits <= (bits_after & ~(cpu_value & (CLEARED_BY_ONE | FROM_HOST))) | (cpu_value & TO_HOST);
    else bits <= bits_after;
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk) begin
    no_other_bit_is_ever_set : assert (power_on || (bits & ~KEPT) == 32'd0);
  end
`endif
endmodule

`default_nettype wire
