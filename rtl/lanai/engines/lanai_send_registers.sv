// The registers of the send DMA, as host and processor each access them: what a read finds, what a write changes,
// and which writes are faults.
`default_nettype none

module lanai_send_registers (
    input  wire lanai_regs_pkg::send_dma_regs_t selected_i,
    input  wire engines_pkg::access_t           access_i,
    input  wire logic [20:0]                    sram_bytes_i,
    input  wire engines_pkg::send_dma_t         state_i,
    output      engines_pkg::send_dma_t         state_o,
    output      engines_pkg::answer_t           answer_o
);
  lanai_regs_pkg::send_dma_regs_t reads;
  lanai_regs_pkg::send_dma_regs_t writes;
  logic [31:0] value;
  assign value = access_i.value;
  assign reads = access_i.read ? selected_i : '0;
  assign writes = access_i.write ? selected_i : '0;

  logic reads_limit;
  assign reads_limit = reads.sml || reads.smlt;
  logic [31:0] found;
  logic [3:0] fault;
  assign answer_o = {found, fault};
  assign found = (reads.smp ? state_i.pointer : 32'd0) | (reads_limit ? state_i.limit : 32'd0) |
      (reads.sa ? {30'd0, state_i.alignment} : 32'd0);

  logic starts;
  logic limit_fits;
  assign starts = writes.sml || writes.smlt;
  assign limit_fits = {value[31:2], 2'd0} >= state_i.pointer && {value[31:2], 2'b11} < {11'd0, sram_bytes_i};

  // What breaks a rule is reported and starts nothing. Whether a limit fits is known late in the clock: it is there
  // before.
  always_comb begin
    state_o = state_i;
    fault = fault_pkg::NONE;
    if (writes.smp) state_o.pointer = {value[31:2], 2'd0};
    if (writes.sa) state_o.alignment = value[1:0];
    if (starts && !state_i.active) state_o.limit = {value[31:2], 2'd0};
    if (starts) begin
      if (state_i.active) fault = fault_pkg::SEND_STARTED;
      else if (!limit_fits) fault = fault_pkg::SEND_LIMIT;
      else begin
        state_o.active = 1'b1;
        state_o.done = 1'b0;
        state_o.ends_packet = writes.smlt;
      end
    end
  end
endmodule

`default_nettype wire
