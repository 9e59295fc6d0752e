// The registers of the receive DMA, as host and processor each access them: what a read finds, what a write changes,
// and which writes are faults. Room that the engine has been given is not taken back.
`default_nettype none

module lanai_receive_registers (
    input  wire lanai_regs_pkg::receive_dma_regs_t selected_i,
    input  wire logic                              read_i,
    input  wire logic                              write_i,
    input  wire logic [31:2]                       value_i,
    input  wire logic [20:0]                       sram_bytes_i,
    input  wire engines_pkg::receive_dma_t         control_i,
    input  wire logic [31:0]                       pointer_i,
    input  wire logic [31:0]                       limit_i,
    output      engines_pkg::receive_dma_t         control_o,
    output      logic [31:0]                       pointer_o,
    output      logic [31:0]                       limit_o,
    output      logic [31:0]                       found_o,
    output      logic [3:0]                        fault_o
);
  lanai_regs_pkg::receive_dma_regs_t reads;
  lanai_regs_pkg::receive_dma_regs_t writes;
  assign reads = read_i ? selected_i : '0;
  assign writes = write_i ? selected_i : '0;

  assign found_o = (reads.rmp ? pointer_i : 32'd0) | (reads.rml ? limit_i : 32'd0);

  logic [31:0] address;
  logic [31:0] last_byte;
  assign address = {value_i, 2'd0};
  assign last_byte = {value_i, 2'b11};

  logic behind_pointer;
  logic limit_outside;
  logic limit_shrinks;
  assign behind_pointer = control_i.armed && address > pointer_i;
  assign limit_outside = address < pointer_i || !(last_byte < {11'd0, sram_bytes_i});
  assign limit_shrinks = control_i.armed && address < limit_i;

  // What breaks a rule is reported and does nothing.
  always_comb begin
    control_o = control_i;
    pointer_o = pointer_i;
    limit_o = limit_i;
    fault_o = fault_pkg::NONE;
    if (writes.rmp) begin
      if (behind_pointer) fault_o = fault_pkg::RECEIVE_POINTER;
      else pointer_o = address;
    end
    if (writes.rml) begin
      if (limit_outside) fault_o = fault_pkg::RECEIVE_LIMIT;
      else if (limit_shrinks) fault_o = fault_pkg::RECEIVE_SHRUNK;
      else begin
        limit_o = address;
        control_o.armed = 1'b1;
        control_o.full = 1'b0;
        control_o.received = 1'b0;
      end
    end
  end
endmodule

`default_nettype wire
