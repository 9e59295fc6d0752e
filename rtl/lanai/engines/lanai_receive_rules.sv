// What a program may not write to the registers of the receive DMA. Room that the engine has been given is not taken
// back.
`default_nettype none

module lanai_receive_rules (
    input  wire logic        write,
    input  wire logic [ 7:0] offset,
    input  wire logic [31:2] value,
    input  wire logic        armed,
    input  wire logic [31:0] pointer,
    input  wire logic [31:0] limit,
    input  wire logic [20:0] sram_bytes,
    output      logic        sets_pointer,  // the write is one of RMP, and may be
    output      logic        sets_limit,
    output      logic [ 3:0] fault
);
  logic [31:0] address;
  logic [31:0] last_byte;
  assign address = {value, 2'd0};
  assign last_byte = {value, 2'b11};

  logic writes_pointer;
  logic writes_limit;
  logic behind_pointer;
  logic limit_outside;
  logic limit_shrinks;
  assign writes_pointer = write && {24'd0, offset} == lanai_regs_pkg::RmpOffset;
  assign writes_limit = write && {24'd0, offset} == lanai_regs_pkg::RmlOffset;
  assign behind_pointer = armed && address > pointer;
  assign limit_outside = address < pointer || !(last_byte < {11'd0, sram_bytes});
  assign limit_shrinks = armed && address < limit;

  assign sets_pointer = writes_pointer && !behind_pointer;
  assign sets_limit = writes_limit && !limit_outside && !limit_shrinks;
  always_comb begin
    fault = fault_pkg::NONE;
    if (writes_pointer && behind_pointer) fault = fault_pkg::RECEIVE_POINTER;
    else if (writes_limit && limit_outside) fault = fault_pkg::RECEIVE_LIMIT;
    else if (writes_limit && limit_shrinks) fault = fault_pkg::RECEIVE_SHRUNK;
  end
endmodule

`default_nettype wire
