// An instruction word, taken apart. Formats: LLVM 14's Lanai target; what clang's Lanai lacks (punt, the
// register branches of LANai 3) is illegal.
`default_nettype none

module lanai_decode (
    input  wire logic [31:0] word,
    output logic illegal,
    output isa_pkg::kind_t kind,
    output isa_pkg::alu_op_t operation,
    output logic [4:0] rd,                      // destination, or source of a store
    output logic [4:0] rs1,
    output logic [4:0] rs2,                     // 0 where the instruction reads no second register
    output logic has_immediate,                 // the second operand is the immediate, not rs2
    output logic [31:0] immediate,
    output logic [3:0] condition,
    output logic sets_flags,
    output logic store,
    output isa_pkg::width_t width,
    output logic sign_extends,
    output logic update,                        // the base becomes the sum
    output logic at_base                        // the address is the base, not the sum
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
  assign field_rd = word[27:23];
  assign field_rs1 = word[22:18];
  assign field_rs2 = word[15:11];
  assign bbb = word[10:8];
  assign jjjjj = word[7:3];
  assign imm21 = {11'd0, word[22:18], word[15:0]};

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
    immediate_constant = word[16] ? {word[15:0], 16'd0} : {16'd0, word[15:0]};
    case (word[30:28])
      3'b000:  immediate_operation = isa_pkg::ALU_ADD;
      3'b001:  immediate_operation = isa_pkg::ALU_ADD_CARRY;
      3'b010:  immediate_operation = isa_pkg::ALU_SUB;
      3'b011:  immediate_operation = isa_pkg::ALU_SUB_BORROW;
      3'b100: begin
        immediate_operation = isa_pkg::ALU_AND;
        immediate_constant = word[16] ? {word[15:0], 16'hFFFF} : {16'hFFFF, word[15:0]};
      end
      3'b101:  immediate_operation = isa_pkg::ALU_OR;
      3'b110:  immediate_operation = isa_pkg::ALU_XOR;
      default: begin
        immediate_operation = word[16] ? isa_pkg::ALU_SHIFT_ARITHMETIC : isa_pkg::ALU_SHIFT;
        immediate_constant = {{16{word[15]}}, word[15:0]};
      end
    endcase
  end

  always_comb begin
    illegal = 1'b0;
    kind = isa_pkg::KIND_COMPUTE;
    operation = isa_pkg::ALU_ADD;
    rd = field_rd;
    rs1 = field_rs1;
    rs2 = isa_pkg::REG_ZERO;
    has_immediate = 1'b1;
    immediate = 32'd0;
    condition = 4'd0;
    sets_flags = 1'b0;
    store = 1'b0;
    width = isa_pkg::WIDTH_WORD;
    sign_extends = 1'b0;
    update = 1'b0;
    at_base = 1'b0;

    casez (word[31:28])
      4'b0???: begin  // register and immediate
        operation = immediate_operation;
        immediate = immediate_constant;
        sets_flags = word[17];
      end
      4'b100?: begin  // word at base and offset
        kind = isa_pkg::KIND_MEMORY;
        store = word[28];
        immediate = {{16{word[15]}}, word[15:0]};
        update = word[16];
        at_base = !word[17];
      end
      4'b101?: begin  // base and index register
        kind = isa_pkg::KIND_MEMORY;
        store = word[28];
        operation = register_operation;
        has_immediate = 1'b0;
        rs2 = field_rs2;
        update = word[16];
        at_base = !word[17];
        sign_extends = !word[0];
        if (word[1] || bbb == 3'b111) width = isa_pkg::WIDTH_WORD;
        else width = word[2] ? isa_pkg::WIDTH_BYTE : isa_pkg::WIDTH_HALF;
        illegal = !register_operation_legal || (word[2] && word[1]) || (word[28] && word[0]);
      end
      4'b1100: begin  // register and register
        has_immediate = 1'b0;
        rs2 = field_rs2;
        operation = register_operation;
        condition = {word[2:0], word[16]};
        sets_flags = word[17];
        illegal = !register_operation_legal;
        if (bbb == 3'b111 && jjjjj == SELECT) begin
          kind = isa_pkg::KIND_SELECT;
          illegal = word[17] || field_rd == isa_pkg::REG_PC || field_rs1 == isa_pkg::REG_PC ||
              field_rs2 == isa_pkg::REG_PC;
        end
      end
      4'b1101: begin  // counts of bits
        sets_flags = word[17];
        case (word[2:0])
          3'd1:    operation = isa_pkg::ALU_POPULATION;
          3'd2:    operation = isa_pkg::ALU_LEADING_ZEROS;
          default: operation = isa_pkg::ALU_TRAILING_ZEROS;
        endcase
        illegal = word[2:0] == 3'd0 || word[2:0] > 3'd3 || word[16:3] != 14'd0;
      end
      4'b1110: begin
        condition = {word[27:25], word[0]};
        rd = isa_pkg::REG_PC;
        if (!word[1]) begin  // branch to an address
          rs1 = isa_pkg::REG_ZERO;
          immediate = {7'd0, word[24:2], 2'd0};
        end else if (word[24]) begin  // branch by a distance from a register
          immediate = {{16{word[15]}}, word[15:2], 2'd0};
          illegal = word[23] || word[17:16] != 2'd0;
        end else begin  // the destination lies where Rs1 is elsewhere
          kind = isa_pkg::KIND_SET_CONDITION;
          rd = field_rs1;
          rs1 = isa_pkg::REG_ZERO;
          illegal = field_rs1 == isa_pkg::REG_PC || word[23] || word[17:2] != 16'd0;
        end
      end
      default: begin
        rs1 = isa_pkg::REG_ZERO;
        immediate = imm21;
        if (!word[17]) begin  // word at an absolute address
          kind = isa_pkg::KIND_MEMORY;
          store = word[16];
        end else if (word[16]) begin  // byte or half at base and offset
          kind = isa_pkg::KIND_MEMORY;
          rs1 = field_rs1;
          store = word[13];
          width = word[14] ? isa_pkg::WIDTH_BYTE : isa_pkg::WIDTH_HALF;
          sign_extends = !word[12];
          immediate = {{22{word[9]}}, word[9:0]};
          update = word[10];
          at_base = !word[11];
          illegal = word[15] || (word[13] && word[12]);
        end
      end
    endcase

    if (kind == isa_pkg::KIND_MEMORY) begin
      // r0 and r1 cannot be updated: without that there is nothing to read an offset for.
      if (rs1 < isa_pkg::REG_PC) update = 1'b0;
      if (at_base && !update) begin
        rs2 = isa_pkg::REG_ZERO;
      end
      // Only a word goes into the program counter, and no access updates it as a base.
      if (!store && rd == isa_pkg::REG_PC && width != isa_pkg::WIDTH_WORD)
        illegal = 1'b1;
      if (rs1 == isa_pkg::REG_PC && update) illegal = 1'b1;
    end
  end
endmodule

`default_nettype wire
