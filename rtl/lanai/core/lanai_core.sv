// The processor: Lanai as clang emits it, one instruction a clock unless the SRAM refuses it.
//
// An instruction counts as fetched, is executed and done within one clock, in which it has up to two accesses to the
// SRAM: for the fetch, then for its data. If the clock leaves one access only, the data access waits for the next clock
// that leaves one. Special registers need no access. The instruction after a load waits one clock if it reads the
// register that is loaded, and is fetched after that.
//
// The word itself is read, taken apart, and its operands are read in the clock in which the instruction before is done
// (lanai_operands), through a port of the SRAM of its own. Flip-flops separate the two halves of the processor. The
// arbiter counts the access for a fetch in the clock in which the instruction executes.
`default_nettype none

module lanai_core (
    input  wire logic        clk_i,
    input  wire logic [20:2] sram_bytes_i,       // size of the SRAM, whole words
    input  wire logic        hold_i,             // in reset: starts at address 0 when this ends
    input  wire logic [ 1:0] accesses_i,         // to the SRAM, that this clock leaves; 2 is two or more
    output      logic [ 1:0] wants_o,            // accesses that this clock could use
    // SRAM: word addresses in bytes, answered in the same clock.
    output      logic [31:0] next_address_o,     // of the next instruction
    input  wire logic [31:0] next_word_i,
    output      logic        fetch_used_o,       // the instruction that executes takes an access
    output      logic [31:0] data_address_o,
    output      logic        data_read_o,
    output      logic [ 3:0] data_write_o,       // bytes; bit 3 is the one at the lowest address
    output      logic [31:0] data_store_o,
    input  wire logic [31:0] data_word_i,
    // Special registers, whole words whatever the width of the access.
    output      logic [ 7:0] special_offset_o,
    output      logic        special_read_o,
    output      logic        special_write_o,
    output      logic [31:0] special_store_o,
    input  wire logic [31:0] special_word_i,
    // What this clock has done.
    output      logic        retired_o,
    output      logic [31:0] pc_o,               // of the instruction to execute now
    output      logic [31:0] retired_word_o,
    output      logic [ 4:0] retired_register_o, // written as destination; 0 if none is
    output      logic [31:0] retired_result_o,   // what is written there, stored, or loaded to pc; else 0
    output      isa_pkg::flags_t flags_o,        // after this clock
    output      logic        base_written_o,     // in the clock before: as its base
    output      logic [ 4:0] base_index_o,
    output      logic [31:0] base_value_o,
    output      logic        stalled_data_o,     // a data access waits
    output      logic        stalled_load_o,     // for what the instruction before loads
    output      logic [ 3:0] fault_o             // fault_pkg, from the clock on in which the processor stops for good
);
  isa_pkg::flags_t flags_q;
  logic fetched_q;  // the access for the fetch has been had, that for data has not
  isa_pkg::fault_t fault_q;
  isa_pkg::fault_t fault;  // in this clock, or before

  // The instruction that executes, with its operands.
  logic done;
  logic [31:0] pc;
  logic [31:0] next_pc;
  // verilator lint_off UNUSEDSIGNAL
  isa_pkg::instruction_t now;  // its registers have been read
  // verilator lint_on UNUSEDSIGNAL
  logic [31:0] base;
  logic [31:0] b;
  logic [31:0] rd_value;
  logic waits;
  logic updates;
  logic writes;
  logic loads;
  logic [31:0] alu_result;
  logic [31:0] sum;  // of base and offset, or what else addresses are made with
  logic [31:0] computed;
  logic [31:0] loaded;
  assign pc_o = pc;
  assign next_address_o = hold_i ? 32'd0 : next_pc;
  lanai_operands u_operands (
      .clk_i(clk_i),
      .hold_i(hold_i),
      .word_i(next_word_i),
      .address_i(next_address_o),
      .done_i(done),
      .updates_i(updates),
      .updated_i(sum),
      .writes_i(writes),
      .loads_i(loads),
      .computed_i(computed),
      .loaded_i(loaded),
      .word_o(retired_word_o),
      .instruction_o(now),
      .a_o(base),
      .b_o(b),
      .c_o(rd_value),
      .waits_o(waits),
      .base_written_o(base_written_o),
      .base_index_o(base_index_o),
      .base_value_o(base_value_o)
  );

  isa_pkg::flags_t alu_flags;
  lanai_alu u_alu (
      .operation_i(now.operation),
      .a_i(base),
      .b_i(b),
      .carry_i(flags_q.carry),
      .result_o(alu_result),
      .address_o(sum),
      .flags_o(alu_flags)
  );
  logic met;
  lanai_condition u_predicate (
      .condition_i(now.condition),
      .flags_i(flags_q),
      .met_o(met)
  );

  // What it accesses.
  logic accesses_memory;
  logic [31:0] address;
  logic special;
  logic in_sram;
  assign accesses_memory = now.kind == isa_pkg::KIND_MEMORY && !now.illegal;
  assign address = now.at_base ? base : sum;
  assign special = accesses_memory && address[31:8] == lanai_regs_pkg::RegisterBase[31:8];
  assign in_sram = accesses_memory && !special;
  assign data_address_o = address;
  assign special_offset_o = {address[7:2], 2'd0};

  // Sizes are whole words. Of < synthesis makes a carry chain; of >= one with a test for equality behind it.
  function automatic logic beyond(input logic [31:2] place, input logic [20:2] bytes);
    beyond = place[31:21] != 11'd0 || !(place[20:2] < bytes);
  endfunction

  // Whether it can be: the faults are found in the clock of the fetch. What depends on the address comes late in the
  // clock, so everything else is ready when it meets it.
  isa_pkg::fault_t code_fault;
  logic outside;
  always_comb begin
    code_fault = isa_pkg::FAULT_NONE;
    if (!fetched_q) begin
      if (pc[1:0] != 2'd0 || beyond(pc[31:2], sram_bytes_i)) code_fault = isa_pkg::FAULT_CODE;
      else if (now.illegal) code_fault = isa_pkg::FAULT_INSTRUCTION;
    end
  end
  assign outside = in_sram && beyond(address[31:2], sram_bytes_i);

  logic has_turn;
  logic may_execute;
  logic data_fault;
  logic stalls;
  assign has_turn = !hold_i && fault_q == isa_pkg::FAULT_NONE && accesses_i != 2'd0;
  assign may_execute = has_turn && code_fault == isa_pkg::FAULT_NONE && !waits;
  assign data_fault = !fetched_q && outside;
  assign stalls = !fetched_q && in_sram && !accesses_i[1];
  assign done = may_execute && !(data_fault || stalls);
  assign fetch_used_o = has_turn && !fetched_q;
  assign stalled_data_o = may_execute && stalls && !data_fault;
  // Whether it would have had an access or not.
  assign stalled_load_o = !hold_i && fault_q == isa_pkg::FAULT_NONE && code_fault == isa_pkg::FAULT_NONE && waits;
  always_comb begin
    fault = fault_q;
    if (has_turn && code_fault != isa_pkg::FAULT_NONE) fault = code_fault;
    else if (may_execute && data_fault) fault = isa_pkg::FAULT_DATA;
  end
  always_comb begin
    case (fault)
      isa_pkg::FAULT_INSTRUCTION: fault_o = fault_pkg::INSTRUCTION;
      isa_pkg::FAULT_CODE:        fault_o = fault_pkg::CODE;
      isa_pkg::FAULT_DATA:        fault_o = fault_pkg::DATA;
      default:                    fault_o = fault_pkg::NONE;
    endcase
  end

  always_comb begin
    if (hold_i || waits) wants_o = 2'd0;
    else if (fetched_q || !in_sram || code_fault == isa_pkg::FAULT_CODE) wants_o = 2'd1;
    else wants_o = 2'd2;
  end

  // Data.
  logic [3:0] store_bytes;
  logic [31:0] loaded_part;
  lanai_access u_access (
      .width_i(now.width),
      .sign_extends_i(now.sign_extends),
      .low_address_i(address[1:0]),
      .store_value_i(rd_value),
      .store_bytes_o(store_bytes),
      .store_word_o(data_store_o),
      .found_word_i(data_word_i),
      .loaded_value_o(loaded_part)
  );
  assign loads = accesses_memory && !now.store;
  assign data_read_o = done && in_sram && loads;
  assign data_write_o = done && in_sram && now.store ? store_bytes : 4'd0;
  assign special_read_o = done && special && loads;
  assign special_write_o = done && special && now.store;
  assign special_store_o = rd_value;
  assign loaded = special ? special_word_i : loaded_part;

  // Result.
  logic computes;
  logic writes_pc;
  assign computes = now.kind == isa_pkg::KIND_COMPUTE && met;
  assign writes_pc = now.rd == isa_pkg::REG_PC;
  assign updates = accesses_memory && now.update;
  always_comb begin
    case (now.kind)
      isa_pkg::KIND_SELECT:        computed = met ? base : b;
      isa_pkg::KIND_SET_CONDITION: computed = {31'd0, met};
      default:                     computed = alu_result;
    endcase
  end
  always_comb begin
    case (now.kind)
      isa_pkg::KIND_COMPUTE: writes = computes && now.rd > isa_pkg::REG_PC;
      isa_pkg::KIND_MEMORY:  writes = loads && now.rd > isa_pkg::REG_PC;
      default:               writes = now.rd > isa_pkg::REG_PC;
    endcase
  end

  lanai_place u_place (
      .clk_i(clk_i),
      .clear_i(hold_i),
      .advance_i(done),
      .jump_i(computes && writes_pc),
      .load_i(loads && writes_pc),
      .target_i(loads ? loaded : alu_result),
      .pc_o(pc),
      .next_o(next_pc)
  );

  assign flags_o = done && computes && now.sets_flags ? alu_flags : flags_q;
  always_ff @(posedge clk_i) begin
    if (hold_i) begin
      flags_q <= 4'd0;
      fetched_q <= 1'b0;
      fault_q <= isa_pkg::FAULT_NONE;
    end else begin
      flags_q <= flags_o;
      if (done) fetched_q <= 1'b0;
      else if (stalled_data_o) fetched_q <= 1'b1;
      fault_q <= fault;
    end
  end

  assign retired_o = done;
  assign retired_register_o = writes ? now.rd : isa_pkg::REG_ZERO;
  always_comb begin
    retired_result_o = 32'd0;
    if (loads && (writes || writes_pc)) retired_result_o = loaded;
    else if (accesses_memory && now.store) retired_result_o = rd_value;
    else if (writes) retired_result_o = computed;
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    two_accesses_at_most : assert (!(fetch_used_o && (data_read_o || data_write_o != 4'd0)) || accesses_i[1]);
    no_access_without_a_grant : assert (accesses_i != 2'd0 || !(fetch_used_o || data_read_o || data_write_o != 4'd0));
    data_inside_the_sram :
    assert (!(data_read_o || data_write_o != 4'd0) || !beyond(data_address_o[31:2], sram_bytes_i));
    nothing_happens_in_reset : assert (!hold_i || !(done || fetch_used_o || stalled_data_o));
    one_kind_of_access : assert (!((special_read_o || special_write_o) && (data_read_o || data_write_o != 4'd0)));
  end
`endif
endmodule

`default_nettype wire
