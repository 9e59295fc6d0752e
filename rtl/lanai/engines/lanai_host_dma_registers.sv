// The registers of the host DMA, as host and processor each access them: what a read finds, what a write changes,
// and which writes are faults.
`default_nettype none

module lanai_host_dma_registers (
    input  wire lanai_regs_pkg::host_dma_regs_t selected_i,
    input  wire logic                           read_i,
    input  wire logic                           write_i,
    input  wire logic [31:0]                    value_i,
    input  wire logic [20:0]                    sram_bytes_i,
    input  wire engines_pkg::host_dma_t         control_i,
    input  wire logic [31:0]                    ear_i,
    input  wire logic [31:0]                    lar_i,
    input  wire logic [31:0]                    left_i,
    output      engines_pkg::host_dma_t         control_o,
    output      logic [31:0]                    ear_o,
    output      logic [31:0]                    lar_o,
    output      logic [31:0]                    left_o,
    output      logic                           starts_o,
    output      logic [31:0]                    found_o,
    output      logic [3:0]                     fault_o
);
  lanai_regs_pkg::host_dma_regs_t reads;
  lanai_regs_pkg::host_dma_regs_t writes;
  assign reads = read_i ? selected_i : '0;
  assign writes = write_i ? selected_i : '0;

  assign found_o = (reads.ear ? ear_i : 32'd0) | (reads.lar ? lar_i : 32'd0) | (reads.dma_ctr ? left_i : 32'd0) |
      (reads.dma_dir ? {31'd0, control_i.to_sram} : 32'd0) |
      (reads.dma_sts ? {28'd0, control_i.burst_enables} : 32'd0);

  logic busy;
  logic sets_up;
  logic [32:0] end_of_transfer;
  assign busy = left_i != 32'd0;
  assign sets_up = writes.ear || writes.lar || writes.dma_dir;
  assign end_of_transfer = {1'b0, lar_i} + {1'b0, value_i};
  always_comb begin
    fault_o = fault_pkg::NONE;
    if (sets_up && busy) fault_o = fault_pkg::HOST_DMA_SET_UP;
    if (writes.dma_ctr) begin
      if (busy) fault_o = fault_pkg::HOST_DMA_STARTED;
      else if (value_i[1:0] != 2'd0 || ear_i[1:0] != 2'd0) fault_o = fault_pkg::HOST_DMA_WORDS;
      else if (end_of_transfer > {12'd0, sram_bytes_i}) fault_o = fault_pkg::HOST_DMA_OUTSIDE;
    end
  end

  // What breaks a rule is reported and does nothing. The range of a transfer is known late in the clock; only a start
  // waits for it.
  assign starts_o = writes.dma_ctr && fault_o == fault_pkg::NONE;
  always_comb begin
    control_o = control_i;
    ear_o = ear_i;
    lar_o = lar_i;
    left_o = left_i;
    if (writes.ear && !busy) ear_o = value_i;
    if (writes.lar && !busy) lar_o = {value_i[31:2], 2'd0};
    if (writes.dma_dir && !busy) control_o.to_sram = value_i[0];
    if (writes.dma_sts) control_o.burst_enables = value_i[3:0];
    if (starts_o) begin
      left_o = value_i;
      control_o.done = value_i == 32'd0;
    end
  end
endmodule

`default_nettype wire
