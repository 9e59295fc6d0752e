// The registers of the send DMA, as host and processor each access them: what a read finds, what a write changes,
// and which writes are faults.
`default_nettype none

module lanai_send_registers (
    input  wire lanai_regs_pkg::send_dma_regs_t selected_i,
    input  wire logic                           read_i,
    input  wire logic                           write_i,
    input  wire logic [31:0]                    value_i,
    input  wire logic [20:0]                    sram_bytes_i,
    input  wire engines_pkg::send_dma_t         control_i,
    input  wire logic [31:0]                    pointer_i,
    input  wire logic [31:0]                    limit_i,
    output      engines_pkg::send_dma_t         control_o,
    output      logic [31:0]                    pointer_o,
    output      logic [31:0]                    limit_o,
    output      logic [31:0]                    found_o,
    output      logic [3:0]                     fault_o
);
  lanai_regs_pkg::send_dma_regs_t reads;
  lanai_regs_pkg::send_dma_regs_t writes;
  assign reads = read_i ? selected_i : '0;
  assign writes = write_i ? selected_i : '0;

  logic reads_limit;
  assign reads_limit = reads.sml || reads.smlt;
  assign found_o = (reads.smp ? pointer_i : 32'd0) | (reads_limit ? limit_i : 32'd0) |
      (reads.sa ? {30'd0, control_i.alignment} : 32'd0);

  logic starts;
  logic limit_fits;
  assign starts = writes.sml || writes.smlt;
  assign limit_fits = {value_i[31:2], 2'd0} >= pointer_i && {value_i[31:2], 2'b11} < {11'd0, sram_bytes_i};

  // What breaks a rule is reported and starts nothing. Whether a limit fits is known late in the clock: it is there
  // before.
  always_comb begin
    control_o = control_i;
    pointer_o = pointer_i;
    limit_o = limit_i;
    fault_o = fault_pkg::NONE;
    if (writes.smp) pointer_o = {value_i[31:2], 2'd0};
    if (writes.sa) control_o.alignment = value_i[1:0];
    if (starts && !control_i.active) limit_o = {value_i[31:2], 2'd0};
    if (starts) begin
      if (control_i.active) fault_o = fault_pkg::SEND_STARTED;
      else if (!limit_fits) fault_o = fault_pkg::SEND_LIMIT;
      else begin
        control_o.active = 1'b1;
        control_o.done = 1'b0;
        control_o.ends_packet = writes.smlt;
      end
    end
  end
endmodule

`default_nettype wire
