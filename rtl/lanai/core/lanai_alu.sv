// The arithmetic of the processor: every result and every flag. Subtraction is a + ~b + carry, so its carry
// means "no borrow".
`default_nettype none

module lanai_alu (
    input  wire isa_pkg::alu_op_t        operation_i,
    input  wire logic             [31:0] a_i,
    input  wire logic             [31:0] b_i,
    input  wire logic                    carry_i,
    output      logic             [31:0] result_o,
    output      logic             [31:0] address_o,    // the result of what is no count
    output      isa_pkg::flags_t         flags_o
);
  logic subtracts;
  logic carry_in;
  logic [31:0] b_operand;
  logic [31:0] sum;
  logic [32:0] wide_sum;
  assign subtracts = operation_i == isa_pkg::ALU_SUB || operation_i == isa_pkg::ALU_SUB_BORROW;
  assign b_operand = subtracts ? ~b_i : b_i;
  always_comb begin
    case (operation_i)
      isa_pkg::ALU_SUB:        carry_in = 1'b1;
      isa_pkg::ALU_ADD_CARRY:  carry_in = carry_i;
      isa_pkg::ALU_SUB_BORROW: carry_in = carry_i;
      default:                 carry_in = 1'b0;
    endcase
  end
  assign wide_sum = {1'b0, a_i} + {1'b0, b_operand} + {32'd0, carry_in};
  assign sum = wide_sum[31:0];

  // A count is signed, positive to the left. One beyond 31 shifts everything out; to the left by 32, the
  // lowest bit is the last that leaves. To the right by N is by N - 1, which is ~b, and by one more.
  logic [32:0] left;
  logic [31:0] right;
  logic [4:0] right_less_one;
  logic fill;
  assign fill = operation_i == isa_pkg::ALU_SHIFT_ARITHMETIC && a_i[31];
  assign left = b_i[31:6] == 26'd0 ? {1'b0, a_i} << b_i[5:0] : 33'd0;
  assign right_less_one = ~b_i[4:0];
  logic [31:0] shifted;
  assign shifted = 32'($signed({fill, a_i}) >>> right_less_one >>> 1);
  assign right = b_i[31:5] == 27'h7FFFFFF ? shifted : {32{fill}};

  // What needs no sum. The cases are apart so that a sum, which comes last, passes two multiplexers only.
  logic [31:0] shifted_or_logic;
  always_comb begin
    case (operation_i)
      isa_pkg::ALU_AND: shifted_or_logic = a_i & b_i;
      isa_pkg::ALU_OR:  shifted_or_logic = a_i | b_i;
      isa_pkg::ALU_XOR: shifted_or_logic = a_i ^ b_i;
      default:          shifted_or_logic = b_i[31] ? right : left[31:0];
    endcase
  end

  // Counts, by halves: sums of pairs, of fours, ...; and whether the upper half, quarter, ... is zero.
  logic [31:0] ones;
  logic [31:0] rest;
  logic [4:0] zeros;
  logic [31:0] counted;
  always_comb begin
    ones = (a_i & 32'h55555555) + ((a_i >> 1) & 32'h55555555);
    ones = (ones & 32'h33333333) + ((ones >> 2) & 32'h33333333);
    ones = (ones & 32'h0F0F0F0F) + ((ones >> 4) & 32'h0F0F0F0F);
    ones = (ones & 32'h00FF00FF) + ((ones >> 8) & 32'h00FF00FF);
    rest = a_i;
    if (operation_i == isa_pkg::ALU_TRAILING_ZEROS) begin
      for (int i = 0; i < 32; i++) rest[i] = a_i[31-i];
    end
    zeros[4] = rest[31:16] == 16'd0;
    if (zeros[4]) rest = {rest[15:0], 16'd0};
    zeros[3] = rest[31:24] == 8'd0;
    if (zeros[3]) rest = {rest[23:0], 8'd0};
    zeros[2] = rest[31:28] == 4'd0;
    if (zeros[2]) rest = {rest[27:0], 4'd0};
    zeros[1] = rest[31:30] == 2'd0;
    if (zeros[1]) rest = {rest[29:0], 2'd0};
    zeros[0] = !rest[31];
    if (operation_i == isa_pkg::ALU_POPULATION) counted = {26'd0, ones[5:0] + ones[21:16]};
    else counted = a_i == 32'd0 ? 32'd32 : {27'd0, zeros};
  end

  logic adds;
  logic counts;
  logic result_carry;
  assign adds = operation_i < isa_pkg::ALU_AND;
  assign counts = operation_i > isa_pkg::ALU_SHIFT_ARITHMETIC;
  assign address_o = adds ? sum : shifted_or_logic;
  assign result_o = counts ? counted : address_o;
  always_comb begin
    result_carry = 1'b0;
    if (adds) result_carry = wide_sum[32];
    else if (!counts && operation_i >= isa_pkg::ALU_SHIFT) result_carry = !b_i[31] && left[32];
  end
  assign flags_o.zero = result_o == 32'd0;
  assign flags_o.negative = result_o[31];
  assign flags_o.overflow = adds && a_i[31] == b_operand[31] && sum[31] != a_i[31];
  assign flags_o.carry = result_carry;
endmodule

`default_nettype wire
