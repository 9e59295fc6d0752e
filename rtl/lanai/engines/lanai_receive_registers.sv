// The registers of the receive DMA, as host and processor each access them: what a read finds, what a write changes,
// and which writes are faults. Room that the engine has been given is not taken back.
`default_nettype none

module lanai_receive_registers (
    input  wire lanai_regs_pkg::receive_dma_regs_t selected_i,
    // Pointers are whole words.
    // verilator lint_off UNUSEDSIGNAL
    input  wire engines_pkg::access_t              access_i,
    // verilator lint_on UNUSEDSIGNAL
    input  wire logic [20:0]                       sram_bytes_i,
    input  wire engines_pkg::receive_dma_t         state_i,
    output      engines_pkg::receive_dma_t         state_o,
    output      engines_pkg::answer_t              answer_o
);
  lanai_regs_pkg::receive_dma_regs_t reads;
  lanai_regs_pkg::receive_dma_regs_t writes;
  logic [31:2] value;
  assign value = access_i.value[31:2];
  assign reads = access_i.read ? selected_i : '0;
  assign writes = access_i.write ? selected_i : '0;

  logic [31:0] found;
  logic [3:0] fault;
  assign answer_o = {found, fault};
  assign found = (reads.rmp ? state_i.pointer : 32'd0) | (reads.rml ? state_i.limit : 32'd0);

  logic [31:0] address;
  logic [31:0] last_byte;
  assign address = {value, 2'd0};
  assign last_byte = {value, 2'b11};

  logic behind_pointer;
  logic limit_outside;
  logic limit_shrinks;
  assign behind_pointer = state_i.armed && address > state_i.pointer;
  assign limit_outside = address < state_i.pointer || !(last_byte < {11'd0, sram_bytes_i});
  assign limit_shrinks = state_i.armed && address < state_i.limit;

  // What breaks a rule is reported and does nothing.
  always_comb begin
    state_o = state_i;
    fault = fault_pkg::NONE;
    if (writes.rmp) begin
      if (behind_pointer) fault = fault_pkg::RECEIVE_POINTER;
      else state_o.pointer = address;
    end
    if (writes.rml) begin
      if (limit_outside) fault = fault_pkg::RECEIVE_LIMIT;
      else if (limit_shrinks) fault = fault_pkg::RECEIVE_SHRUNK;
      else begin
        state_o.limit = address;
        state_o.armed = 1'b1;
        state_o.full = 1'b0;
        state_o.received = 1'b0;
      end
    end
  end
endmodule

`default_nettype wire
