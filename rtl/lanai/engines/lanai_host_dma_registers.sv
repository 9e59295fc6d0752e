// The registers of the host DMA, as host and processor each access them: what a read finds, what a write changes,
// and which writes are faults.
`default_nettype none

module lanai_host_dma_registers (
    input  wire lanai_regs_pkg::host_dma_regs_t selected_i,
    input  wire engines_pkg::access_t           access_i,
    input  wire logic [20:0]                    sram_bytes_i,
    input  wire engines_pkg::host_dma_t         state_i,
    output      engines_pkg::host_dma_t         state_o,
    output      logic                           starts_o,
    output      engines_pkg::answer_t           answer_o
);
  lanai_regs_pkg::host_dma_regs_t reads;
  lanai_regs_pkg::host_dma_regs_t writes;
  logic [31:0] value;
  assign value = access_i.value;
  assign reads = access_i.read ? selected_i : '0;
  assign writes = access_i.write ? selected_i : '0;

  logic [31:0] found;
  logic [3:0] fault;
  assign answer_o = {found, fault};
  assign found = (reads.ear ? state_i.ear : 32'd0) | (reads.lar ? state_i.lar : 32'd0) |
      (reads.dma_ctr ? state_i.left : 32'd0) |
      (reads.dma_dir ? {31'd0, state_i.to_sram} : 32'd0) |
      (reads.dma_sts ? {28'd0, state_i.burst_enables} : 32'd0);

  logic busy;
  logic sets_up;
  logic [32:0] end_of_transfer;
  assign busy = state_i.left != 32'd0;
  assign sets_up = writes.ear || writes.lar || writes.dma_dir;
  assign end_of_transfer = {1'b0, state_i.lar} + {1'b0, value};
  always_comb begin
    fault = fault_pkg::NONE;
    if (sets_up && busy) fault = fault_pkg::HOST_DMA_SET_UP;
    if (writes.dma_ctr) begin
      if (busy) fault = fault_pkg::HOST_DMA_STARTED;
      else if (value[1:0] != 2'd0 || state_i.ear[1:0] != 2'd0) fault = fault_pkg::HOST_DMA_WORDS;
      else if (end_of_transfer > {12'd0, sram_bytes_i}) fault = fault_pkg::HOST_DMA_OUTSIDE;
    end
  end

  // What breaks a rule is reported and does nothing. The range of a transfer is known late in the clock; only a start
  // waits for it.
  assign starts_o = writes.dma_ctr && fault == fault_pkg::NONE;
  always_comb begin
    state_o = state_i;
    if (writes.ear && !busy) state_o.ear = value;
    if (writes.lar && !busy) state_o.lar = {value[31:2], 2'd0};
    if (writes.dma_dir && !busy) state_o.to_sram = value[0];
    if (writes.dma_sts) state_o.burst_enables = value[3:0];
    if (starts_o) begin
      state_o.left = value;
      state_o.done = value == 32'd0;
    end
  end
endmodule

`default_nettype wire
