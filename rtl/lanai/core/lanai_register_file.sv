// The general registers: three read ports, and two write ports, of which the second wins. r0 reads 0, r1 all
// ones, and the program counter the address of the instruction that reads it; none of them can be written here.
`default_nettype none

module lanai_register_file (
    input  wire logic        clk,
    input  wire logic        clear,    // all registers become 0
    input  wire logic [31:0] own_pc,
    input  wire logic [ 4:0] a_index,
    input  wire logic [ 4:0] b_index,
    input  wire logic [ 4:0] c_index,
    output      logic [31:0] a,
    output      logic [31:0] b,
    output      logic [31:0] c,
    input  wire logic        base_write,
    input  wire logic [ 4:0] base_index,
    input  wire logic [31:0] base_value,
    input  wire logic        write,
    input  wire logic [ 4:0] write_index,
    input  wire logic [31:0] write_value
);
  logic [31:0] regs[32]  /*verilator public_flat_rd*/;

  always_comb begin
    a = regs[a_index];
    b = regs[b_index];
    c = regs[c_index];
    if (a_index == isa_pkg::REG_PC) a = own_pc;
    if (b_index == isa_pkg::REG_PC) b = own_pc;
    if (c_index == isa_pkg::REG_PC) c = own_pc;
    if (a_index == isa_pkg::REG_ONES) a = 32'hFFFFFFFF;
    if (b_index == isa_pkg::REG_ONES) b = 32'hFFFFFFFF;
    if (c_index == isa_pkg::REG_ONES) c = 32'hFFFFFFFF;
    if (a_index == isa_pkg::REG_ZERO) a = 32'd0;
    if (b_index == isa_pkg::REG_ZERO) b = 32'd0;
    if (c_index == isa_pkg::REG_ZERO) c = 32'd0;
  end

  always_ff @(posedge clk) begin
    if (clear) begin
      for (int i = 0; i < 32; i++) regs[i] <= 32'd0;
    end else begin
      if (base_write && base_index > isa_pkg::REG_PC) regs[base_index] <= base_value;
      if (write && write_index > isa_pkg::REG_PC) regs[write_index] <= write_value;
    end
  end
endmodule

`default_nettype wire
