// The general registers: three read ports, and two write ports, of which the second wins. r0 reads 0, r1 all
// ones, and the program counter the address of the instruction that reads it; none of them can be written here.
//
// What is written comes late in its clock, so it is kept for one clock, in which reads find it here, and goes to its
// register after that.
`default_nettype none

module lanai_register_file (
    input  wire logic        clk_i,
    input  wire logic        clear_i,        // all registers become 0, whatever was written; nothing is now
    input  wire logic [31:0] own_address_i,
    input  wire logic [ 4:0] a_index_i,
    input  wire logic [ 4:0] b_index_i,
    input  wire logic [ 4:0] c_index_i,
    output      logic [31:0] a_o,
    output      logic [31:0] b_o,
    output      logic [31:0] c_o,
    input  wire logic        base_write_i,
    input  wire logic [ 4:0] base_index_i,
    input  wire logic [31:0] base_value_i,
    input  wire logic        write_i,
    input  wire logic [ 4:0] write_index_i,
    input  wire logic [31:0] write_value_i,
    // What the first port has written in the clock before.
    output      logic        base_written_o,
    output      logic [ 4:0] base_index_o,
    output      logic [31:0] base_value_o
);
  logic [31:0] regs_q[32]  /*verilator public_flat_rd*/;

  logic base_write_q;
  logic [4:0] base_index_q;
  logic [31:0] base_value_q;
  logic write_q;
  logic [4:0] write_index_q;
  logic [31:0] write_value_q;
  assign base_written_o = base_write_q;
  assign base_index_o = base_index_q;
  assign base_value_o = base_value_q;

  always_comb begin
    a_o = regs_q[a_index_i];
    b_o = regs_q[b_index_i];
    c_o = regs_q[c_index_i];
    if (base_write_q && base_index_q == a_index_i) a_o = base_value_q;
    if (base_write_q && base_index_q == b_index_i) b_o = base_value_q;
    if (base_write_q && base_index_q == c_index_i) c_o = base_value_q;
    if (write_q && write_index_q == a_index_i) a_o = write_value_q;
    if (write_q && write_index_q == b_index_i) b_o = write_value_q;
    if (write_q && write_index_q == c_index_i) c_o = write_value_q;
    if (a_index_i == isa_pkg::REG_PC) a_o = own_address_i;
    if (b_index_i == isa_pkg::REG_PC) b_o = own_address_i;
    if (c_index_i == isa_pkg::REG_PC) c_o = own_address_i;
    if (a_index_i == isa_pkg::REG_ONES) a_o = 32'hFFFFFFFF;
    if (b_index_i == isa_pkg::REG_ONES) b_o = 32'hFFFFFFFF;
    if (c_index_i == isa_pkg::REG_ONES) c_o = 32'hFFFFFFFF;
    if (a_index_i == isa_pkg::REG_ZERO) a_o = 32'd0;
    if (b_index_i == isa_pkg::REG_ZERO) b_o = 32'd0;
    if (c_index_i == isa_pkg::REG_ZERO) c_o = 32'd0;
  end

  always_ff @(posedge clk_i) begin
    base_write_q <= base_write_i && base_index_i > isa_pkg::REG_PC;
    base_index_q <= base_index_i;
    base_value_q <= base_value_i;
    write_q <= write_i && write_index_i > isa_pkg::REG_PC;
    write_index_q <= write_index_i;
    write_value_q <= write_value_i;
    if (clear_i) begin
      for (int i = 0; i < 32; i++) regs_q[i] <= 32'd0;
    end else begin
      if (base_write_q) regs_q[base_index_q] <= base_value_q;
      if (write_q) regs_q[write_index_q] <= write_value_q;
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    nothing_is_written_while_cleared : assert (!clear_i || !(base_write_i || write_i));
  end
`endif
endmodule

`default_nettype wire
