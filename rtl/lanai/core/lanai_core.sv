// The processor: Lanai as clang emits it, one instruction a clock unless the SRAM refuses it.
//
// An instruction is fetched, executed and done within one clock, in which the SRAM is accessed up to twice: for
// the fetch, then for its data. If the clock leaves one access only, the data access waits for the next clock
// that leaves one, and the word fetched is kept. Special registers need no access. The instruction after a load
// waits one clock if it reads the register that is loaded, and is then fetched again.
`default_nettype none

module lanai_core (
    input  wire logic        clk,
    input  wire logic [20:0] sram_bytes,       // size of the SRAM
    input  wire logic        hold,             // in reset: starts at address 0 when this ends
    input  wire logic [ 1:0] accesses,         // to the SRAM, that this clock leaves; 2 is two or more
    output      logic [ 1:0] wants,            // accesses that this clock could use
    // SRAM: word addresses in bytes, answered in the same clock.
    output      logic [31:0] fetch_address,
    input  wire logic [31:0] fetch_word,
    output      logic        fetch_used,
    output      logic [31:0] data_address,
    output      logic        data_read,
    output      logic [ 3:0] data_write,       // bytes; bit 3 is the one at the lowest address
    output      logic [31:0] data_store,
    input  wire logic [31:0] data_word,
    // Special registers, whole words whatever the width of the access.
    output      logic [ 7:0] special_offset,
    output      logic        special_read,
    output      logic        special_write,
    output      logic [31:0] special_store,
    input  wire logic [31:0] special_word,
    // What this clock has done.
    output      logic        retired,
    output      logic [31:0] pc,               // of the instruction to execute now
    output      logic [31:0] retired_word,
    output      logic [ 4:0] retired_register, // written as destination; 0 if none is
    output      logic [31:0] retired_result,   // what is written there, stored, or loaded to pc; else 0
    output      isa_pkg::flags_t flags_after,  // after this clock
    output      logic        stalled_data,     // a data access waits
    output      logic        stalled_load,     // for what the instruction before loads
    output      isa_pkg::fault_t fault         // from the clock on in which the processor stops for good
);
  logic [31:0] size;
  assign size = {11'd0, sram_bytes};

  // State.
  isa_pkg::flags_t flags;
  logic fetched;
  logic [31:0] fetched_word;
  logic loading;
  logic [4:0] loading_register;
  isa_pkg::fault_t fault_kept;

  logic illegal;
  isa_pkg::kind_t kind;
  isa_pkg::alu_op_t operation;
  logic [4:0] rd;
  logic [4:0] rs1;
  logic [4:0] rs2;
  logic has_immediate;
  logic [31:0] immediate;
  logic [3:0] condition;
  logic sets_flags;
  logic store;
  isa_pkg::width_t width;
  logic sign_extends;
  logic update;
  logic at_base;
  logic [31:0] word;
  assign word = fetched ? fetched_word : fetch_word;
  lanai_decode u_decode (
      .word(word),
      .illegal(illegal),
      .kind(kind),
      .operation(operation),
      .rd(rd),
      .rs1(rs1),
      .rs2(rs2),
      .has_immediate(has_immediate),
      .immediate(immediate),
      .condition(condition),
      .sets_flags(sets_flags),
      .store(store),
      .width(width),
      .sign_extends(sign_extends),
      .update(update),
      .at_base(at_base)
  );

  // Operands.
  logic [31:0] base;
  logic [31:0] index;
  logic [31:0] rd_value;
  logic [31:0] b;
  assign b = has_immediate ? immediate : index;

  logic [31:0] alu_result;
  isa_pkg::flags_t alu_flags;
  lanai_alu u_alu (
      .operation(operation),
      .a(base),
      .b(b),
      .carry(flags.carry),
      .result(alu_result),
      .flags(alu_flags)
  );
  logic met;
  lanai_condition u_predicate (
      .condition(condition),
      .flags(flags),
      .met(met)
  );

  // What it accesses.
  logic accesses_memory;
  logic [31:0] address;
  logic special;
  logic in_sram;
  assign accesses_memory = kind == isa_pkg::KIND_MEMORY && !illegal;
  assign address = at_base ? base : alu_result;
  assign special = accesses_memory && address[31:8] == lanai_regs_pkg::RegisterBase[31:8];
  assign in_sram = accesses_memory && !special;
  assign fetch_address = pc;
  assign data_address = address;
  assign special_offset = {address[7:2], 2'd0};

  // Whether it waits for what is still being loaded.
  logic reads_loading;
  assign reads_loading = loading && !fetched && !illegal && loading_register > isa_pkg::REG_PC &&
      (rs1 == loading_register || rs2 == loading_register ||
       (accesses_memory && store && rd == loading_register));

  // Whether it can be: the faults are found in the clock of the fetch.
  isa_pkg::fault_t fault_found;
  always_comb begin
    fault_found = isa_pkg::FAULT_NONE;
    if (!fetched) begin
      if (pc[1:0] != 2'd0 || pc >= size) fault_found = isa_pkg::FAULT_CODE;
      else if (illegal) fault_found = isa_pkg::FAULT_INSTRUCTION;
      else if (!reads_loading && in_sram && address >= size) fault_found = isa_pkg::FAULT_DATA;
    end
  end

  logic has_turn;
  logic executes;
  logic done;
  assign has_turn = !hold && fault_kept == isa_pkg::FAULT_NONE && accesses != 2'd0;
  assign executes = has_turn && fault_found == isa_pkg::FAULT_NONE && !reads_loading;
  assign done = executes && (!in_sram || fetched || accesses[1]);
  assign fetch_used = has_turn && !fetched;
  // Whether it would have had an access or not.
  assign stalled_load = !hold && fault_kept == isa_pkg::FAULT_NONE && fault_found == isa_pkg::FAULT_NONE && reads_loading;
  assign stalled_data = executes && !done;
  assign fault = has_turn && fault_found != isa_pkg::FAULT_NONE ? fault_found : fault_kept;

  always_comb begin
    if (hold || reads_loading) wants = 2'd0;
    else if (fetched || !in_sram || fault_found == isa_pkg::FAULT_CODE) wants = 2'd1;
    else wants = 2'd2;
  end

  // Data.
  logic [3:0] store_bytes;
  logic [31:0] store_word;
  logic [31:0] loaded_part;
  logic [31:0] loaded;
  lanai_access u_access (
      .width(width),
      .sign_extends(sign_extends),
      .low_address(address[1:0]),
      .store_value(rd_value),
      .store_bytes(store_bytes),
      .store_word(store_word),
      .found_word(data_word),
      .loaded_value(loaded_part)
  );
  logic loads;
  assign loads = accesses_memory && !store;
  assign data_read = done && in_sram && loads;
  assign data_write = done && in_sram && store ? store_bytes : 4'd0;
  assign data_store = store_word;
  assign special_read = done && special && loads;
  assign special_write = done && special && store;
  assign special_store = rd_value;
  assign loaded = special ? special_word : loaded_part;

  // Result.
  logic computes;
  logic writes_pc;
  logic [31:0] result;
  logic writes;
  assign computes = kind == isa_pkg::KIND_COMPUTE && met;
  assign writes_pc = rd == isa_pkg::REG_PC;
  always_comb begin
    case (kind)
      isa_pkg::KIND_SELECT:        result = met ? base : index;
      isa_pkg::KIND_SET_CONDITION: result = {31'd0, met};
      isa_pkg::KIND_MEMORY:        result = store ? rd_value : loaded;
      default:                     result = alu_result;
    endcase
  end
  always_comb begin
    case (kind)
      isa_pkg::KIND_COMPUTE: writes = computes && rd > isa_pkg::REG_PC;
      isa_pkg::KIND_MEMORY:  writes = loads && rd > isa_pkg::REG_PC;
      default:               writes = rd > isa_pkg::REG_PC;
    endcase
  end

  lanai_register_file u_regfile (
      .clk(clk),
      .clear(hold),
      .own_pc(pc),
      .a_index(rs1),
      .b_index(rs2),
      .c_index(rd),
      .a(base),
      .b(index),
      .c(rd_value),
      .base_write(done && accesses_memory && update),
      .base_index(rs1),
      .base_value(alu_result),
      .write(done && writes),
      .write_index(rd),
      .write_value(result)
  );
  lanai_place u_place (
      .clk(clk),
      .clear(hold),
      .advance(done),
      .jump(computes && writes_pc),
      .load(loads && writes_pc),
      .target(loads ? loaded : alu_result),
      .pc(pc)
  );

  assign flags_after = done && computes && sets_flags ? alu_flags : flags;
  always_ff @(posedge clk) begin
    if (hold) begin
      flags <= 4'd0;
      fetched <= 1'b0;
      loading <= 1'b0;
      fault_kept <= isa_pkg::FAULT_NONE;
    end else begin
      flags <= flags_after;
      if (done) fetched <= 1'b0;
      else if (stalled_data) fetched <= 1'b1;
      loading <= done && loads && !writes_pc;
      fault_kept <= fault;
    end
    if (!fetched) fetched_word <= fetch_word;
    loading_register <= rd;
  end

  assign retired = done;
  assign retired_word = word;
  assign retired_register = writes ? rd : isa_pkg::REG_ZERO;
  assign retired_result = writes || (accesses_memory && (store || writes_pc)) ? result : 32'd0;

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk) begin
    two_accesses_at_most : assert (!(fetch_used && (data_read || data_write != 4'd0)) || accesses[1]);
    no_access_without_a_grant : assert (accesses != 2'd0 || !(fetch_used || data_read || data_write != 4'd0));
    data_inside_the_sram : assert (!(data_read || data_write != 4'd0) || data_address < size);
    nothing_happens_in_reset : assert (!hold || !(done || fetch_used || stalled_data));
    one_kind_of_access : assert (!((special_read || special_write) && (data_read || data_write != 4'd0)));
  end
`endif
endmodule

`default_nettype wire
