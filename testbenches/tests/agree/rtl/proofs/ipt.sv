// What is proved of the unit for the incoming payload table, whatever program, host and packets do, beside the assertions
// within it: for one token, which may be any.
`default_nettype none

module ipt (
    input wire logic        clk,
    input wire logic        power_on,
    input wire logic        chip_reset,
    input wire logic [31:0] any_token,
    input wire logic        table_read,
    input wire logic        table_write,
    input wire logic [11:2] table_word,
    input wire logic [31:0] any_table_value,
    input wire logic        host_read,
    input wire logic        host_write,
    input wire logic [ 7:0] host_offset,
    input wire logic [31:0] any_host_value,
    input wire logic        cpu_read,
    input wire logic        cpu_write,
    input wire logic [ 7:0] cpu_offset,
    input wire logic [31:0] any_cpu_value,
    input wire logic [ 1:0] stored,
    input wire logic        packet_ends,
    input wire logic [31:0] any_first_word,
    input wire logic [31:0] any_second_word
);
  // Few entries and words of few bits, so that the solver has few bits to reason about; nothing in the unit depends on
  // either.
  localparam int unsigned ENTRIES = 2;
  localparam int unsigned BITS = 8;
  logic [31:0] table_value;
  logic [31:0] host_value;
  logic [31:0] cpu_value;
  logic [31:0] first_word;
  logic [31:0] second_word;
  logic [31:0] some_token;
  assign table_value = any_table_value % (1 << BITS);
  assign host_value = any_host_value % (1 << BITS);
  assign cpu_value = any_cpu_value % (1 << BITS);
  assign first_word = any_first_word % (1 << BITS);
  assign second_word = any_second_word % (1 << BITS);
  assign some_token = any_token % (1 << BITS);
  logic [31:0] table_found;
  logic host_is_here;
  engines_pkg::answer_t host_answer;
  logic cpu_is_here;
  engines_pkg::answer_t cpu_answer;
  logic [31:0] watched;
  logic hit_by_host;
  logic hit_by_cpu;
  logic [63:0] entry;
  lanai_ipt #(
      .ENTRIES(ENTRIES)
  ) u_unit (
      .clk_i(clk),
      .power_on_i(power_on),
      .chip_reset_i(chip_reset),
      .table_read_i(table_read),
      .table_write_i(table_write),
      .table_word_i(table_word),
      .table_value_i(table_value),
      .table_found_o(table_found),
      .host_i({host_read, host_write, host_value}),
      .host_offset_i(host_offset),
      .host_is_here_o(host_is_here),
      .host_o(host_answer),
      .cpu_i({cpu_read, cpu_write, cpu_value}),
      .cpu_offset_i(cpu_offset),
      .cpu_is_here_o(cpu_is_here),
      .cpu_o(cpu_answer),
      .stored_i(stored),
      .packet_ends_i(packet_ends),
      .stored_words_i({second_word, first_word}),
      .proof_watched_i(watched),
      .proof_host_hits_o(hit_by_host),
      .proof_cpu_hits_o(hit_by_cpu),
      .proof_entry_o(entry)
  );

  // Power comes first. The host has one access in a clock, none in that of a reset; the processor then stands still.
  logic began = 1'b0;
  always_ff @(posedge clk) began <= 1'b1;
  always_comb begin
    assume (power_on == !began);
    assume ({2'd0, table_read} + {2'd0, table_write} + {2'd0, host_read} + {2'd0, host_write} + {2'd0, chip_reset} <= 3'd1);
    assume (!(chip_reset && (cpu_write || cpu_read)));
    assume (!(cpu_write && cpu_read));
    assume (stored != 2'd2);
    assume (!chip_reset || stored == 2'd0);
    assume (!power_on || !(table_write || host_write || cpu_write || stored != 2'd0));
  end

  // Whether the host has made the token's entry valid, and whether it has been used up since the host wrote the entry
  // or made it usable again: at the begin of the clock, and as the processor finds it behind the host.
  logic of_table;
  logic valid;
  logic valid_for_cpu;
  logic used;
  logic used_for_cpu;
  assign of_table = table_write && table_word[4] == watched[0];
  always_comb begin
    valid_for_cpu = valid;
    used_for_cpu = used;
    if (of_table && table_word[3:2] == 2'd0) valid_for_cpu = table_value == watched;
    if (of_table && (table_word[3:2] == 2'd0 || table_word[3:2] == 2'd3)) used_for_cpu = 1'b0;
    if (host_write && {24'd0, host_offset} == ipt_regs_pkg::RestoreOffset && host_value[0] == watched[0]) used_for_cpu = 1'b0;
    if (hit_by_host) used_for_cpu = 1'b1;
  end
  logic written;  // the table holds anything before
  logic word_has_come;
  always_ff @(posedge clk) begin
    if (power_on) begin
      watched <= some_token;
      written <= 1'b0;
      valid <= 1'b0;
      used <= 1'b0;
      word_has_come <= 1'b0;
    end else begin
      valid <= valid_for_cpu;
      written <= written || (of_table && table_word[3:2] == 2'd0);
      used <= used_for_cpu;
      if (cpu_write && {24'd0, cpu_offset} == ipt_regs_pkg::RestoreOffset && cpu_value[0] == watched[0]) used <= 1'b0;
      if (hit_by_cpu) used <= 1'b1;
      word_has_come <= !chip_reset && (word_has_come || stored != 2'd0);

      host_hits_what_the_host_made_valid : assert (!(written && hit_by_host) || valid);
      cpu_hits_what_the_host_made_valid : assert (!(written && hit_by_cpu) || valid_for_cpu);
      host_never_uses_a_token_twice : assert (!hit_by_host || !used);
      cpu_never_uses_a_token_twice : assert (!hit_by_cpu || !used_for_cpu);
      token_0_is_never_hit : assert (watched != 32'd0 || !(hit_by_host || hit_by_cpu));
      no_hit_before_a_word_has_come : assert (!hit_by_host || word_has_come);
      no_hit_of_the_processor_before_a_word_has_come : assert (!hit_by_cpu || word_has_come || stored != 2'd0);
      // What these follow from.
      valid_is_what_the_table_says : assert (!written || valid == (entry[63:32] == watched));
      used_is_what_the_table_says : assert (!used || entry == {watched, watched});
    end
  end
endmodule

`default_nettype wire
