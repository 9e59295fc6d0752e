// The arithmetic of the processor: every result and every flag. Subtraction is a + ~b + carry, so its carry
// means "no borrow".
`default_nettype none

module lanai_alu (
    input  wire isa_pkg::alu_op_t        operation,
    input  wire logic             [31:0] a,
    input  wire logic             [31:0] b,
    input  wire logic                    carry,
    output      logic             [31:0] result,
    output      isa_pkg::flags_t         flags
);
  logic subtracts;
  logic carry_in;
  logic [31:0] b_operand;
  logic [31:0] sum;
  logic [32:0] wide_sum;
  assign subtracts = operation == isa_pkg::ALU_SUB || operation == isa_pkg::ALU_SUB_BORROW;
  assign b_operand = subtracts ? ~b : b;
  always_comb begin
    case (operation)
      isa_pkg::ALU_SUB:        carry_in = 1'b1;
      isa_pkg::ALU_ADD_CARRY:  carry_in = carry;
      isa_pkg::ALU_SUB_BORROW: carry_in = carry;
      default:                 carry_in = 1'b0;
    endcase
  end
  assign wide_sum = {1'b0, a} + {1'b0, b_operand} + {32'd0, carry_in};
  assign sum = wide_sum[31:0];

  // A count is signed, positive to the left. One beyond 31 shifts everything out; to the left by 32, the
  // lowest bit is the last that leaves.
  logic [32:0] left;
  logic [31:0] right;
  logic [31:0] count_right;
  logic repeats;
  logic fill;
  assign count_right = -b;
  assign repeats = operation == isa_pkg::ALU_SHIFT_ARITHMETIC;
  assign fill = repeats && a[31];
  assign left = b[31:6] == 26'd0 ? {1'b0, a} << b[5:0] : 33'd0;
  logic [31:0] shifted;
  logic [31:0] sign_bits;
  assign shifted = a >> count_right[4:0];
  assign sign_bits = ~(32'hFFFFFFFF >> count_right[4:0]);
  assign right = count_right[31:5] == 27'd0 ? shifted | (fill ? sign_bits : 32'd0) : {32{fill}};

  logic result_carry;
  // Counts, by halves: sums of pairs, of fours, ...; and whether the upper half, quarter, ... is zero.
  logic [31:0] ones;
  logic [31:0] rest;
  logic [4:0] zeros;
  always_comb begin
    result = sum;
    result_carry = 1'b0;
    ones = 32'd0;
    rest = a;
    zeros = 5'd0;
    case (operation)
      isa_pkg::ALU_AND: result = a & b;
      isa_pkg::ALU_OR:  result = a | b;
      isa_pkg::ALU_XOR: result = a ^ b;
      isa_pkg::ALU_SHIFT, isa_pkg::ALU_SHIFT_ARITHMETIC: begin
        result = b[31] ? right : left[31:0];
        result_carry = !b[31] && left[32];
      end
      isa_pkg::ALU_POPULATION: begin
        ones = (a & 32'h55555555) + ((a >> 1) & 32'h55555555);
        ones = (ones & 32'h33333333) + ((ones >> 2) & 32'h33333333);
        ones = (ones & 32'h0F0F0F0F) + ((ones >> 4) & 32'h0F0F0F0F);
        ones = (ones & 32'h00FF00FF) + ((ones >> 8) & 32'h00FF00FF);
        result = {26'd0, ones[5:0] + ones[21:16]};
      end
      isa_pkg::ALU_LEADING_ZEROS, isa_pkg::ALU_TRAILING_ZEROS: begin
        if (operation == isa_pkg::ALU_TRAILING_ZEROS) begin
          for (int i = 0; i < 32; i++) rest[i] = a[31-i];
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
        result = a == 32'd0 ? 32'd32 : {27'd0, zeros};
      end
      default:                     result_carry = wide_sum[32];
    endcase
  end

  logic adds;
  assign adds = operation == isa_pkg::ALU_ADD || operation == isa_pkg::ALU_ADD_CARRY || subtracts;
  assign flags.zero = result == 32'd0;
  assign flags.negative = result[31];
  assign flags.overflow = adds && a[31] == b_operand[31] && sum[31] != a[31];
  assign flags.carry = result_carry;
endmodule

`default_nettype wire
