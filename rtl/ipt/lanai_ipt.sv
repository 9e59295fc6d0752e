// The incoming-payload-table unit, which the real chip did not have: keeps the word in which a packet carries its
// token, and on a write of TAKE uses up that token's entry of a table of its own. See models/lanai/ipt/ipt.h.
//
// The clock has three parts: the host's access to the table or to a register; the words that the receive DMA stores;
// the processor's access. Who comes later sees what came before.
`default_nettype none

module lanai_ipt #(
    parameter int unsigned ENTRIES = 256
) (
    input  wire logic                    clk_i,
    input  wire logic                    power_on_i,
    input  wire logic                    chip_reset_i,
    // The table in the host's window: entry and word of it.
    input  wire logic                    table_read_i,
    input  wire logic                    table_write_i,
    // A small table has fewer words.
    // verilator lint_off UNUSEDSIGNAL
    input  wire logic [11:2]             table_word_i,
    // verilator lint_on UNUSEDSIGNAL
    input  wire logic [31:0]             table_value_i,
    output      logic [31:0]             table_found_o,
    // Registers.
    input  wire engines_pkg::access_t    host_i,
    input  wire logic [ 7:0]             host_offset_i,
    output      logic                    host_is_here_o,     // the offset is one of this unit
    output      engines_pkg::answer_t    host_o,
    input  wire engines_pkg::access_t    cpu_i,
    input  wire logic [ 7:0]             cpu_offset_i,
    output      logic                    cpu_is_here_o,
    output      engines_pkg::answer_t    cpu_o,
    // Words that the receive DMA stores in this clock; the last of them may end its packet.
    input  wire logic [ 1:0]             stored_i,
    input  wire logic                    packet_ends_i,
    input  wire engines_pkg::two_words_t stored_words_i
`ifdef FLYBAR_PROOF
    ,
    input  wire logic [31:0]             proof_watched_i,    // one token, and what becomes of it
    output      logic                    proof_host_hits_o,
    output      logic                    proof_cpu_hits_o,
    output      logic [63:0]             proof_entry_o       // the token in its entry, and the one used up there
`endif
);
  localparam int unsigned INDEX = $clog2(ENTRIES);
  logic [31:0] tokens[ENTRIES];
  logic [31:0] addresses[ENTRIES];
  logic [31:0] lengths[ENTRIES];
  logic [31:0] consumed[ENTRIES];

  logic [31:2] token_at_q;
  logic [31:2] passed_q;      // words of the packet that have been stored
  logic has_token_q;
  logic [31:0] token_q;
  logic hit_q;
  logic [31:0] address_q;
  logic [31:0] length_q;

  logic [31:0] host_found;
  logic [31:0] cpu_found;
  logic [3:0] host_fault;
  logic [3:0] cpu_fault;
  assign host_o = {host_found, host_fault};
  assign cpu_o = {cpu_found, cpu_fault};

  // The host.
  logic [INDEX-1:0] table_entry;
  logic [1:0] table_column;
  logic [31:0] host_register;
  logic [INDEX-1:0] index;
  logic host_takes;
  logic host_hits;
  logic host_restores;
  assign table_entry = table_word_i[4+:INDEX];
  assign table_column = table_word_i[3:2];
  assign host_register = {24'd0, host_offset_i};
  assign index = token_q[INDEX-1:0];
  assign host_takes = host_i.write && host_register == ipt_regs_pkg::TakeOffset && has_token_q;
  assign host_hits = host_takes && token_q != 32'd0 && tokens[index] == token_q && consumed[index] != token_q;
  assign host_restores = host_i.write && host_register == ipt_regs_pkg::RestoreOffset;
  always_comb begin
    host_fault = fault_pkg::NONE;
    if (host_i.write && host_register == ipt_regs_pkg::TakeOffset && !has_token_q) host_fault = fault_pkg::NO_TOKEN;
  end
  always_comb begin
    table_found_o = 32'd0;
    if (table_read_i) begin
      case (table_column)
        2'd0:    table_found_o = tokens[table_entry];
        2'd1:    table_found_o = addresses[table_entry];
        2'd2:    table_found_o = lengths[table_entry];
        default: table_found_o = consumed[table_entry];
      endcase
    end
  end

  logic [31:2] token_at_host;
  logic hit_host;
  logic [31:0] address_host;
  logic [31:0] length_host;
  always_comb begin
    token_at_host = token_at_q;
    hit_host = hit_q;
    address_host = address_q;
    length_host = length_q;
    if (chip_reset_i) begin
      token_at_host = 30'd0;
      hit_host = 1'b0;
      address_host = 32'd0;
      length_host = 32'd0;
    end else if (host_takes) begin
      hit_host = host_hits;
      address_host = host_hits ? addresses[index] : 32'd0;
      length_host = host_hits ? lengths[index] : 32'd0;
    end else if (host_i.write && host_register == ipt_regs_pkg::TokenAtOffset) begin
      token_at_host = host_i.value[31:2];
    end
  end

  // The words of a packet. Its first one ends the time of the token before.
  logic [31:2] passed_first;
  logic [31:2] passed_after;
  logic has_token_first;
  logic has_token_after;
  logic [31:0] token_first;
  logic [31:0] token_after;
  always_comb begin
    passed_first = passed_q;
    has_token_first = has_token_q;
    token_first = token_q;
    if (chip_reset_i) begin
      passed_first = 30'd0;
      has_token_first = 1'b0;
    end else if (stored_i != 2'd0) begin
      passed_first = passed_q + 30'd1;
      has_token_first = (has_token_q && passed_q != 30'd0) || passed_q == token_at_host;
      if (passed_q == token_at_host) token_first = stored_words_i.first;
    end
    passed_after = passed_first;
    has_token_after = has_token_first;
    token_after = token_first;
    if (stored_i[1]) begin
      passed_after = passed_first + 30'd1;
      if (passed_first == token_at_host) begin
        has_token_after = 1'b1;
        token_after = stored_words_i.second;
      end
    end
    if (packet_ends_i) passed_after = 30'd0;
  end

  // The processor. What the host has written to the entry in this clock counts.
  logic [31:0] cpu_register;
  logic [INDEX-1:0] index_after;
  logic table_hits_index;
  logic [31:0] token_there;
  logic [31:0] address_there;
  logic [31:0] length_there;
  logic [31:0] consumed_there;
  logic cpu_takes;
  logic cpu_hits;
  logic cpu_restores;
  assign cpu_register = {24'd0, cpu_offset_i};
  assign index_after = token_after[INDEX-1:0];
  assign table_hits_index = table_write_i && table_entry == index_after;
  assign token_there = table_hits_index && table_column == 2'd0 ? table_value_i : tokens[index_after];
  assign address_there = table_hits_index && table_column == 2'd1 ? table_value_i : addresses[index_after];
  assign length_there = table_hits_index && table_column == 2'd2 ? table_value_i : lengths[index_after];
  always_comb begin
    consumed_there = consumed[index_after];
    if (table_hits_index && table_column == 2'd3) consumed_there = table_value_i;
    if (host_hits && index == index_after) consumed_there = token_q;
    if (host_restores && host_i.value[INDEX-1:0] == index_after) consumed_there = 32'd0;
  end
  assign cpu_takes = cpu_i.write && cpu_register == ipt_regs_pkg::TakeOffset && has_token_after;
  assign cpu_hits = cpu_takes && token_after != 32'd0 && token_there == token_after && consumed_there != token_after;
  assign cpu_restores = cpu_i.write && cpu_register == ipt_regs_pkg::RestoreOffset;
  always_comb begin
    cpu_fault = fault_pkg::NONE;
    if (cpu_i.write && cpu_register == ipt_regs_pkg::TakeOffset && !has_token_after) cpu_fault = fault_pkg::NO_TOKEN;
  end

  always_ff @(posedge clk_i) begin
    if (power_on_i) begin
      token_at_q <= 30'd0;
      passed_q <= 30'd0;
      has_token_q <= 1'b0;
      hit_q <= 1'b0;
      address_q <= 32'd0;
      length_q <= 32'd0;
    end else begin
      token_at_q <= token_at_host;
      passed_q <= passed_after;
      has_token_q <= has_token_after;
      hit_q <= hit_host;
      address_q <= address_host;
      length_q <= length_host;
      if (cpu_takes) begin
        hit_q <= cpu_hits;
        address_q <= cpu_hits ? address_there : 32'd0;
        length_q <= cpu_hits ? length_there : 32'd0;
      end
      if (cpu_i.write && cpu_register == ipt_regs_pkg::TokenAtOffset) token_at_q <= cpu_i.value[31:2];
    end
    token_q <= token_after;
  end

  always_ff @(posedge clk_i) begin
    if (table_write_i && table_column == 2'd0) tokens[table_entry] <= table_value_i;
    if (table_write_i && table_column == 2'd1) addresses[table_entry] <= table_value_i;
    if (table_write_i && table_column == 2'd2) lengths[table_entry] <= table_value_i;
    if (table_write_i && table_column == 2'd3) consumed[table_entry] <= table_value_i;
    if (host_hits) consumed[index] <= token_q;
    if (host_restores) consumed[host_i.value[INDEX-1:0]] <= 32'd0;
    if (cpu_hits) consumed[index_after] <= token_after;
    if (cpu_restores) consumed[cpu_i.value[INDEX-1:0]] <= 32'd0;
  end

  // Reading.
  assign host_is_here_o = host_register >= ipt_regs_pkg::TokenAtOffset && host_register <= ipt_regs_pkg::RestoreOffset;
  assign cpu_is_here_o = cpu_register >= ipt_regs_pkg::TokenAtOffset && cpu_register <= ipt_regs_pkg::RestoreOffset;
  always_comb begin
    host_found = 32'd0;
    if (host_i.read) begin
      case (host_register)
        ipt_regs_pkg::TokenAtOffset: host_found = {token_at_q, 2'd0};
        ipt_regs_pkg::HitOffset:     host_found = {31'd0, hit_q};
        ipt_regs_pkg::AddressOffset: host_found = address_q;
        ipt_regs_pkg::LengthOffset:  host_found = length_q;
        default: ;
      endcase
    end
  end
  always_comb begin
    cpu_found = 32'd0;
    if (cpu_i.read) begin
      case (cpu_register)
        ipt_regs_pkg::TokenAtOffset: cpu_found = {token_at_host, 2'd0};
        ipt_regs_pkg::HitOffset:     cpu_found = {31'd0, hit_host};
        ipt_regs_pkg::AddressOffset: cpu_found = address_host;
        ipt_regs_pkg::LengthOffset:  cpu_found = length_host;
        default: ;
      endcase
    end
  end

`ifdef FLYBAR_PROOF
  assign proof_host_hits_o = host_hits && token_q == proof_watched_i;
  assign proof_cpu_hits_o = cpu_hits && token_after == proof_watched_i;
  assign proof_entry_o = {tokens[proof_watched_i[INDEX-1:0]], consumed[proof_watched_i[INDEX-1:0]]};
`endif

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    if (!power_on_i) begin
      no_hit_without_a_token : assert (!(host_hits || cpu_hits) || !chip_reset_i);
      no_buffer_without_a_hit : assert (hit_q || (address_q == 32'd0 && length_q == 32'd0));
      one_access_of_the_host : assert (!(table_write_i && host_i.write));
      used_up_once : assert (!(cpu_hits && host_hits && index == index_after && token_q == token_after));
    end
  end
`endif
endmodule

`default_nettype wire
