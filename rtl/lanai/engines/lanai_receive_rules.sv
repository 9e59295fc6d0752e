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
    output      logic [ 3:0] fault
);
  logic [31:0] address;
  logic [31:0] last_byte;
  assign address = {value, 2'd0};
  assign last_byte = {value, 2'b11};

  always_comb begin
    fault = fault_pkg::NONE;
    if (write) begin
      case ({24'd0, offset})
        lanai_regs_pkg::RmpOffset: if (armed && address > pointer) fault = fault_pkg::RECEIVE_POINTER;
        lanai_regs_pkg::RmlOffset:
          if (address < pointer || last_byte >= {11'd0, sram_bytes}) fault = fault_pkg::RECEIVE_LIMIT;
          else if (armed && address < limit) fault = fault_pkg::RECEIVE_SHRUNK;
        default: ;
      endcase
    end
  end
endmodule

`default_nettype wire
