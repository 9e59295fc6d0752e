// The parts that are logic without state, side by side, so that tests reach their ports.
`default_nettype none

module units (
    input  wire logic [ 1:0] order,
    input  wire logic [ 1:0] accesses,
    input  wire logic        want_host,
    input  wire logic [ 1:0] want_receive,
    input  wire logic [ 1:0] want_send,
    input  wire logic [ 1:0] want_processor,
    output      logic        grant_host,
    output      logic [ 1:0] grant_receive,
    output      logic [ 1:0] grant_send,
    output      logic [ 1:0] grant_processor,
    input  wire logic [31:0] word,
    output      logic [32:0] decoded,           // isa_pkg::instruction_t
    output      logic [31:0] second,            // the immediate; 0 without one
    input  wire logic [ 3:0] operation,
    input  wire logic [31:0] a,
    input  wire logic [31:0] b,
    input  wire logic        carry,
    output      logic [31:0] result,
    output      logic [ 3:0] flags,
    input  wire logic [ 3:0] condition,
    input  wire logic [ 3:0] condition_flags,
    output      logic        met,
    input  wire logic [ 7:0] crc_in,
    input  wire logic [ 3:0] crc_counts,
    output      logic [ 7:0] crc_out,
    input  wire logic [17:2] eeprom_word,
    input  wire logic [20:0] sram_bytes,
    output      logic [31:0] eeprom_found
);
  lanai_arbiter u_arbiter (
      .order_i(order),
      .accesses_i(accesses),
      .want_host_i(want_host),
      .want_receive_i(want_receive),
      .want_send_i(want_send),
      .want_processor_i(want_processor),
      .grant_host_o(grant_host),
      .grant_receive_o(grant_receive),
      .grant_send_o(grant_send),
      .grant_processor_o(grant_processor)
  );

  isa_pkg::instruction_t instruction;
  logic has_immediate;
  logic [31:0] immediate;
  lanai_decode u_decode (
      .word_i(word),
      .instruction_o(instruction),
      .has_immediate_o(has_immediate),
      .immediate_o(immediate)
  );
  assign decoded = instruction;
  assign second = has_immediate ? immediate : 32'd0;

  isa_pkg::alu_op_t alu_operation;
  always_comb begin
    case (operation)
      4'd0:    alu_operation = isa_pkg::ALU_ADD;
      4'd1:    alu_operation = isa_pkg::ALU_ADD_CARRY;
      4'd2:    alu_operation = isa_pkg::ALU_SUB;
      4'd3:    alu_operation = isa_pkg::ALU_SUB_BORROW;
      4'd4:    alu_operation = isa_pkg::ALU_AND;
      4'd5:    alu_operation = isa_pkg::ALU_OR;
      4'd6:    alu_operation = isa_pkg::ALU_XOR;
      4'd7:    alu_operation = isa_pkg::ALU_SHIFT;
      4'd8:    alu_operation = isa_pkg::ALU_SHIFT_ARITHMETIC;
      4'd9:    alu_operation = isa_pkg::ALU_POPULATION;
      4'd10:   alu_operation = isa_pkg::ALU_LEADING_ZEROS;
      default: alu_operation = isa_pkg::ALU_TRAILING_ZEROS;
    endcase
  end
  lanai_alu u_alu (
      .operation_i(alu_operation),
      .a_i(a),
      .b_i(b),
      .carry_i(carry),
      .result_o(result),
      .address_o(),
      .flags_o(flags)
  );
  lanai_condition u_condition (
      .condition_i(condition),
      .flags_i(condition_flags),
      .met_o(met)
  );
  lanai_crc8 u_crc8 (
      .crc_in_i(crc_in),
      .word_i(word),
      .counts_i(crc_counts),
      .crc_out_o(crc_out)
  );
  lanai_eeprom u_eeprom (
      .read_i(1'b1),
      .word_i(eeprom_word),
      .sram_bytes_i(sram_bytes),
      .found_o(eeprom_found)
  );
endmodule

`default_nettype wire
