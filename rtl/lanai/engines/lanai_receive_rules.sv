// What a program may not write to the registers of the receive DMA. Room that the engine has been given is not taken
// back.
`default_nettype none

module lanai_receive_rules (
    input  wire logic        write_i,
    input  wire logic [ 7:0] offset_i,
    input  wire logic [31:2] value_i,
    input  wire logic        armed_i,
    input  wire logic [31:0] pointer_i,
    input  wire logic [31:0] limit_i,
    input  wire logic [20:0] sram_bytes_i,
    output      logic        sets_pointer_o,  // the write is one of RMP, and may be
    output      logic        sets_limit_o,
    output      logic [ 3:0] fault_o
);
  logic [31:0] address;
  logic [31:0] last_byte;
  assign address = {value_i, 2'd0};
  assign last_byte = {value_i, 2'b11};

  logic writes_pointer;
  logic writes_limit;
  logic behind_pointer;
  logic limit_outside;
  logic limit_shrinks;
  assign writes_pointer = write_i && {24'd0, offset_i} == lanai_regs_pkg::RmpOffset;
  assign writes_limit = write_i && {24'd0, offset_i} == lanai_regs_pkg::RmlOffset;
  assign behind_pointer = armed_i && address > pointer_i;
  assign limit_outside = address < pointer_i || !(last_byte < {11'd0, sram_bytes_i});
  assign limit_shrinks = armed_i && address < limit_i;

  assign sets_pointer_o = writes_pointer && !behind_pointer;
  assign sets_limit_o = writes_limit && !limit_outside && !limit_shrinks;
  always_comb begin
    fault_o = fault_pkg::NONE;
    if (writes_pointer && behind_pointer) fault_o = fault_pkg::RECEIVE_POINTER;
    else if (writes_limit && limit_outside) fault_o = fault_pkg::RECEIVE_LIMIT;
    else if (writes_limit && limit_shrinks) fault_o = fault_pkg::RECEIVE_SHRUNK;
  end
endmodule

`default_nettype wire
