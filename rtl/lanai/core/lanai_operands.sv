// The first half of the processor: takes the word of the next instruction apart and reads its registers, in the
// clock before the one in which it executes. What the instruction that executes in this clock computes is passed on.
// What it loads comes a clock later: if the next instruction reads that, the next instruction waits for a clock.
`default_nettype none

module lanai_operands (
    input  wire logic                          clk_i,
    input  wire logic                          hold_i,
    // The next instruction.
    input  wire logic                   [31:0] word_i,
    input  wire logic                   [31:0] address_i,
    // The instruction that executes.
    input  wire logic                          done_i,
    input  wire logic                          updates_i,         // its base register
    input  wire logic                   [31:0] updated_i,
    input  wire logic                          writes_i,          // its destination
    input  wire logic                          loads_i,           // what it writes is loaded
    input  wire logic                   [31:0] computed_i,        // what it writes if it does not load
    input  wire logic                   [31:0] loaded_i,
    output      logic                   [31:0] word_o,
    output      isa_pkg::instruction_t         instruction_o,
    output      logic                   [31:0] a_o,               // register rs1
    output      logic                   [31:0] b_o,               // register rs2, or the immediate
    output      logic                   [31:0] c_o,               // register rd
    output      logic                          waits_o,           // for what the instruction before loads
    // A base register that the instruction before has updated.
    output      logic                          base_written_o,
    output      logic                   [ 4:0] base_index_o,
    output      logic                   [31:0] base_value_o
);
  isa_pkg::instruction_t now_q;
  isa_pkg::instruction_t next;
  logic has_immediate;
  logic [31:0] immediate;
  lanai_decode u_decode (
      .word_i(word_i),
      .instruction_o(next),
      .has_immediate_o(has_immediate),
      .immediate_o(immediate)
  );

  logic [31:0] a_file;
  logic [31:0] b_file;
  logic [31:0] c_file;
  lanai_register_file u_regfile (
      .clk_i(clk_i),
      .clear_i(hold_i),
      .own_address_i(address_i),
      .a_index_i(next.rs1),
      .b_index_i(next.rs2),
      .c_index_i(next.rd),
      .a_o(a_file),
      .b_o(b_file),
      .c_o(c_file),
      .base_write_i(done_i && updates_i),
      .base_index_i(now_q.rs1),
      .base_value_i(updated_i),
      .write_i(done_i && writes_i),
      .write_index_i(now_q.rd),
      .write_value_i(loads_i ? loaded_i : computed_i),
      .base_written_o(base_written_o),
      .base_index_o(base_index_o),
      .base_value_o(base_value_o)
  );

  // What is written in this very clock is not in the file yet.
  logic [31:0] a_d;
  logic [31:0] b_d;
  logic [31:0] c_d;
  always_comb begin
    a_d = a_file;
    b_d = has_immediate ? immediate : b_file;
    c_d = c_file;
    if (updates_i && now_q.rs1 == next.rs1) a_d = updated_i;
    if (updates_i && now_q.rs1 == next.rs2) b_d = updated_i;
    if (updates_i && now_q.rs1 == next.rd) c_d = updated_i;
    if (writes_i && now_q.rd == next.rs1) a_d = computed_i;
    if (writes_i && now_q.rd == next.rs2) b_d = computed_i;
    if (writes_i && now_q.rd == next.rd) c_d = computed_i;
  end

  // Which operands are being loaded. Of rd only a store reads what it was.
  logic loads_a;
  logic loads_b;
  logic loads_c;
  assign loads_a = loads_i && writes_i && now_q.rd == next.rs1;
  assign loads_b = loads_i && writes_i && now_q.rd == next.rs2;
  assign loads_c = loads_i && writes_i && now_q.rd == next.rd && next.kind == isa_pkg::KIND_MEMORY && next.store;

  // Behind an instruction that is done, in reset, or with what was being loaded; in reset all registers are 0.
  logic [31:0] word_q;
  logic [31:0] a_q;
  logic [31:0] b_q;
  logic [31:0] c_q;
  logic [31:0] loaded_q;
  logic load_a_q;
  logic load_b_q;
  logic load_c_q;
  logic waits_q;
  logic goes_on;
  assign goes_on = hold_i || done_i;
  always_ff @(posedge clk_i) begin
    if (goes_on) begin
      word_q <= word_i;
      now_q <= next;
    end
    if (goes_on || load_a_q) a_q <= load_a_q && !hold_i ? loaded_q : a_d;
    if (goes_on || load_b_q) b_q <= load_b_q && !hold_i ? loaded_q : b_d;
    if (goes_on || load_c_q) c_q <= load_c_q && !hold_i ? loaded_q : c_d;
    if (hold_i) begin
      if (next.rs1 != isa_pkg::REG_ONES) a_q <= 32'd0;
      if (!has_immediate && next.rs2 != isa_pkg::REG_ONES) b_q <= 32'd0;
      if (next.rd != isa_pkg::REG_ONES) c_q <= 32'd0;
    end
    loaded_q <= loaded_i;
    load_a_q <= !hold_i && done_i && loads_a;
    load_b_q <= !hold_i && done_i && loads_b;
    load_c_q <= !hold_i && done_i && loads_c;
    waits_q <= !hold_i && done_i && !next.illegal && (loads_a || loads_b || loads_c);
  end

  assign word_o = word_q;
  assign instruction_o = now_q;
  assign a_o = a_q;
  assign b_o = b_q;
  assign c_o = c_q;
  assign waits_o = waits_q;
endmodule

`default_nettype wire
