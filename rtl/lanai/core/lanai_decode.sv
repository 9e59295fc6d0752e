// An instruction word, taken apart. Formats: LLVM 14's Lanai target; what clang's Lanai lacks (punt, the
// register branches of LANai 3) is illegal.
`default_nettype none

module lanai_decode (
    input  wire logic                  [31:0] word_i,
    output      isa_pkg::instruction_t        instruction_o,
    output      logic                         has_immediate_o,  // the second operand is the immediate, not rs2
    output      logic                  [31:0] immediate_o
);
  localparam logic [4:0] LOGICAL_SHIFT = 5'b10000;
  localparam logic [4:0] ARITHMETIC_SHIFT = 5'b11000;
  localparam logic [4:0] SELECT = 5'b00000;

  logic [4:0] field_rd;
  logic [4:0] field_rs1;
  logic [4:0] field_rs2;
  logic [4:0] jjjjj;
  logic [2:0] bbb;
  logic [31:0] imm21;
  assign field_rd = word_i[27:23];
  assign field_rs1 = word_i[22:18];
  assign field_rs2 = word_i[15:11];
  assign bbb = word_i[10:8];
  assign jjjjj = word_i[7:3];
  assign imm21 = {11'd0, word_i[22:18], word_i[15:0]};

  // JJJJJ counts only for BBB = 111: Myricom's assembler sets some of its bits elsewhere.
  isa_pkg::alu_op_t register_operation;
  logic register_operation_legal;
  always_comb begin
    register_operation_legal = 1'b1;
    case (bbb)
      3'b000:  register_operation = isa_pkg::ALU_ADD;
      3'b001:  register_operation = isa_pkg::ALU_ADD_CARRY;
      3'b010:  register_operation = isa_pkg::ALU_SUB;
      3'b011:  register_operation = isa_pkg::ALU_SUB_BORROW;
      3'b100:  register_operation = isa_pkg::ALU_AND;
      3'b101:  register_operation = isa_pkg::ALU_OR;
      3'b110:  register_operation = isa_pkg::ALU_XOR;
      default: begin
        register_operation = jjjjj == ARITHMETIC_SHIFT ? isa_pkg::ALU_SHIFT_ARITHMETIC : isa_pkg::ALU_SHIFT;
        register_operation_legal = jjjjj == ARITHMETIC_SHIFT || jjjjj == LOGICAL_SHIFT;
      end
    endcase
  end

  // H puts the constant in the high half; the other half is zeros, for `and` ones. A shift takes a signed
  // count, and H makes it arithmetic.
  isa_pkg::alu_op_t immediate_operation;
  logic [31:0] immediate_constant;
  always_comb begin
    immediate_constant = word_i[16] ? {word_i[15:0], 16'd0} : {16'd0, word_i[15:0]};
    case (word_i[30:28])
      3'b000:  immediate_operation = isa_pkg::ALU_ADD;
      3'b001:  immediate_operation = isa_pkg::ALU_ADD_CARRY;
      3'b010:  immediate_operation = isa_pkg::ALU_SUB;
      3'b011:  immediate_operation = isa_pkg::ALU_SUB_BORROW;
      3'b100: begin
        immediate_operation = isa_pkg::ALU_AND;
        immediate_constant = word_i[16] ? {word_i[15:0], 16'hFFFF} : {16'hFFFF, word_i[15:0]};
      end
      3'b101:  immediate_operation = isa_pkg::ALU_OR;
      3'b110:  immediate_operation = isa_pkg::ALU_XOR;
      default: begin
        immediate_operation = word_i[16] ? isa_pkg::ALU_SHIFT_ARITHMETIC : isa_pkg::ALU_SHIFT;
        immediate_constant = {{16{word_i[15]}}, word_i[15:0]};
      end
    endcase
  end

  isa_pkg::instruction_t in;
  assign instruction_o = in;
  always_comb begin
    in.illegal = 1'b0;
    in.kind = isa_pkg::KIND_COMPUTE;
    in.operation = isa_pkg::ALU_ADD;
    in.rd = field_rd;
    in.rs1 = field_rs1;
    in.rs2 = isa_pkg::REG_ZERO;
    has_immediate_o = 1'b1;
    immediate_o = 32'd0;
    in.condition = 4'd0;
    in.sets_flags = 1'b0;
    in.store = 1'b0;
    in.width = isa_pkg::WIDTH_WORD;
    in.sign_extends = 1'b0;
    in.update = 1'b0;
    in.at_base = 1'b0;

    casez (word_i[31:28])
      4'b0???: begin  // register and immediate
        in.operation = immediate_operation;
        immediate_o = immediate_constant;
        in.sets_flags = word_i[17];
      end
      4'b100?: begin  // word at base and offset
        in.kind = isa_pkg::KIND_MEMORY;
        in.store = word_i[28];
        immediate_o = {{16{word_i[15]}}, word_i[15:0]};
        in.update = word_i[16];
        in.at_base = !word_i[17];
      end
      4'b101?: begin  // base and index register
        in.kind = isa_pkg::KIND_MEMORY;
        in.store = word_i[28];
        in.operation = register_operation;
        has_immediate_o = 1'b0;
        in.rs2 = field_rs2;
        in.update = word_i[16];
        in.at_base = !word_i[17];
        in.sign_extends = !word_i[0];
        if (word_i[1] || bbb == 3'b111) in.width = isa_pkg::WIDTH_WORD;
        else in.width = word_i[2] ? isa_pkg::WIDTH_BYTE : isa_pkg::WIDTH_HALF;
        in.illegal = !register_operation_legal || (word_i[2] && word_i[1]) || (word_i[28] && word_i[0]);
      end
      4'b1100: begin  // register and register
        has_immediate_o = 1'b0;
        in.rs2 = field_rs2;
        in.operation = register_operation;
        in.condition = {word_i[2:0], word_i[16]};
        in.sets_flags = word_i[17];
        in.illegal = !register_operation_legal;
        if (bbb == 3'b111 && jjjjj == SELECT) begin
          in.kind = isa_pkg::KIND_SELECT;
          in.illegal = word_i[17] || field_rd == isa_pkg::REG_PC || field_rs1 == isa_pkg::REG_PC ||
              field_rs2 == isa_pkg::REG_PC;
        end
      end
      4'b1101: begin  // counts of bits
        in.sets_flags = word_i[17];
        case (word_i[2:0])
          3'd1:    in.operation = isa_pkg::ALU_POPULATION;
          3'd2:    in.operation = isa_pkg::ALU_LEADING_ZEROS;
          default: in.operation = isa_pkg::ALU_TRAILING_ZEROS;
        endcase
        in.illegal = word_i[2:0] == 3'd0 || word_i[2:0] > 3'd3 || word_i[16:3] != 14'd0;
      end
      4'b1110: begin
        in.condition = {word_i[27:25], word_i[0]};
        in.rd = isa_pkg::REG_PC;
        if (!word_i[1]) begin  // branch to an address
          in.rs1 = isa_pkg::REG_ZERO;
          immediate_o = {7'd0, word_i[24:2], 2'd0};
        end else if (word_i[24]) begin  // branch by a distance from a register
          immediate_o = {{16{word_i[15]}}, word_i[15:2], 2'd0};
          in.illegal = word_i[23] || word_i[17:16] != 2'd0;
        end else begin  // the destination lies where Rs1 is elsewhere
          in.kind = isa_pkg::KIND_SET_CONDITION;
          in.rd = field_rs1;
          in.rs1 = isa_pkg::REG_ZERO;
          in.illegal = field_rs1 == isa_pkg::REG_PC || word_i[23] || word_i[17:2] != 16'd0;
        end
      end
      default: begin
        in.rs1 = isa_pkg::REG_ZERO;
        immediate_o = imm21;
        if (!word_i[17]) begin  // word at an absolute address
          in.kind = isa_pkg::KIND_MEMORY;
          in.store = word_i[16];
        end else if (word_i[16]) begin  // byte or half at base and offset
          in.kind = isa_pkg::KIND_MEMORY;
          in.rs1 = field_rs1;
          in.store = word_i[13];
          in.width = word_i[14] ? isa_pkg::WIDTH_BYTE : isa_pkg::WIDTH_HALF;
          in.sign_extends = !word_i[12];
          immediate_o = {{22{word_i[9]}}, word_i[9:0]};
          in.update = word_i[10];
          in.at_base = !word_i[11];
          in.illegal = word_i[15] || (word_i[13] && word_i[12]);
        end
      end
    endcase

    if (in.kind == isa_pkg::KIND_MEMORY) begin
      // r0 and r1 cannot be updated: without that there is nothing to read an offset for.
      if (in.rs1 < isa_pkg::REG_PC) in.update = 1'b0;
      if (in.at_base && !in.update) begin
        in.rs2 = isa_pkg::REG_ZERO;
      end
      // Only a word goes into the program counter, and no access updates it as a base.
      if (!in.store && in.rd == isa_pkg::REG_PC && in.width != isa_pkg::WIDTH_WORD)
        in.illegal = 1'b1;
      if (in.rs1 == isa_pkg::REG_PC && in.update) in.illegal = 1'b1;
    end
  end
endmodule

`default_nettype wire
