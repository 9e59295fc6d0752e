// What the decoder tells the other parts of the processor about an instruction. The codes are those of the
// instruction word wherever it has a field for them.
`default_nettype none
// verilator lint_off UNUSEDPARAM

package isa_pkg;
  // Fields AAA and BBB of the word, then what JJJJJ and the special format add.
  typedef enum logic [3:0] {
    ALU_ADD              = 4'd0,
    ALU_ADD_CARRY        = 4'd1,
    ALU_SUB              = 4'd2,
    ALU_SUB_BORROW       = 4'd3,
    ALU_AND              = 4'd4,
    ALU_OR               = 4'd5,
    ALU_XOR              = 4'd6,
    ALU_SHIFT            = 4'd7,
    ALU_SHIFT_ARITHMETIC = 4'd8,
    ALU_POPULATION       = 4'd9,
    ALU_LEADING_ZEROS    = 4'd10,
    ALU_TRAILING_ZEROS   = 4'd11
  } alu_op_t;

  typedef struct packed {
    logic zero;
    logic negative;
    logic overflow;
    logic carry;
  } flags_t;

  // KIND_COMPUTE includes every branch and jump: its destination is the program counter.
  typedef enum logic [1:0] {
    KIND_COMPUTE       = 2'd0,
    KIND_SELECT        = 2'd1,
    KIND_SET_CONDITION = 2'd2,
    KIND_MEMORY        = 2'd3
  } kind_t;

  typedef enum logic [1:0] {
    WIDTH_WORD = 2'd0,
    WIDTH_HALF = 2'd1,
    WIDTH_BYTE = 2'd2
  } width_t;

  // An instruction without its immediate.
  typedef struct packed {
    logic       illegal;
    kind_t      kind;
    alu_op_t    operation;
    logic [4:0] rd;            // destination, or source of a store
    logic [4:0] rs1;
    logic [4:0] rs2;           // 0 where the instruction reads no second register
    logic [3:0] condition;
    logic       sets_flags;
    logic       store;
    width_t     width;
    logic       sign_extends;
    logic       update;        // the base becomes the sum
    logic       at_base;       // the address is the base, not the sum
  } instruction_t;

  localparam logic [4:0] REG_ZERO = 5'd0;
  localparam logic [4:0] REG_ONES = 5'd1;
  localparam logic [4:0] REG_PC   = 5'd2;

  // Why the processor has stopped for good.
  typedef enum logic [1:0] {
    FAULT_NONE        = 2'd0,
    FAULT_INSTRUCTION = 2'd1,  // the word is no instruction
    FAULT_CODE        = 2'd2,  // the program counter is no word address inside the SRAM
    FAULT_DATA        = 2'd3   // a data access outside SRAM and special registers
  } fault_t;
endpackage : isa_pkg

// verilator lint_on UNUSEDPARAM
`default_nettype wire
