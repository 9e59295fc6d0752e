// The receive DMA engine: stores the words that wait in the slack buffer from RMP on, until a packet ends or the word
// at RML is stored, checks the packet's CRC, and has the sender told STOP and GO.
//
// The clock has four parts: words arrive; the host may write a register; the engine stores; STOP or GO. What the
// processor writes acts after that.
`default_nettype none

module lanai_receive_dma #(
    parameter int unsigned SLOTS = 5,
    parameter int unsigned WORDS = 256
) (
    input  wire logic                clk_i,
    input  wire logic                power_on_i,
    input  wire logic                chip_reset_i,
    input  wire logic [         1:0] most_i,           // words stored in a clock, 1 or 2
    input  wire logic [         8:0] stop_mark_i,
    input  wire logic [         8:0] go_mark_i,
    input  wire logic [        20:0] sram_bytes_i,
    input  wire logic                crc_enable_i,     // after what the host writes in this clock
    // Registers.
    input  wire logic                host_write_i,
    input  wire logic [         7:0] host_offset_i,
    input  wire logic [        31:2] host_value_i,
    input  wire logic                cpu_write_i,
    input  wire logic [         7:0] cpu_offset_i,
    input  wire logic [        31:2] cpu_value_i,
    // Link.
    input  wire logic [         2:0] arriving_i,
    input  wire logic [SLOTS*36-1:0] arriving_words_i,
    output      logic                tell_stop_o,
    output      logic                tell_go_o,
    // SRAM.
    output      logic [         1:0] wants_o,
    input  wire logic [         1:0] granted_i,
    output      logic [        31:0] sram_address_o,   // of the first word; the second follows it
    output      logic [        31:0] first_word_o,
    output      logic [        31:0] second_word_o,
    output      logic                packet_ends_o,    // with the last word stored in this clock
    // Registers as the host reads them, then as the processor does.
    output      logic                armed_o,
    output      logic [         8:0] waiting_at_begin_o,
    output      logic [         8:0] waiting_o,
    output      logic                full_o,
    output      logic                received_o,
    output      logic [         1:0] unused_bytes_o,
    output      logic [        31:0] pointer_o,
    output      logic [        31:0] limit_o,
    output      logic [         8:0] waiting_after_o,
    output      logic                full_after_o,
    output      logic                received_after_o,
    output      logic [         1:0] unused_bytes_after_o,
    output      logic [        31:0] pointer_after_o,
    output      logic [        31:0] limit_after_o,
    output      logic [         3:0] host_fault_o,
    output      logic [         3:0] cpu_fault_o
);
  logic armed_q;
  logic full_q;
  logic [31:0] limit_q;
  logic [31:0] pointer_q;
  logic received_q;
  logic [1:0] unused_bytes_q;
  assign armed_o = armed_q;
  assign full_o = full_q;
  assign limit_o = limit_q;
  assign pointer_o = pointer_q;
  assign received_o = received_q;
  assign unused_bytes_o = unused_bytes_q;

  // What breaks a rule is reported and does nothing.
  logic host_sets_pointer;
  logic host_sets_limit;
  logic cpu_sets_pointer;
  logic cpu_sets_limit;

  logic told_stop_q;
  logic [7:0] crc_q;

  logic [34:0] first;
  logic [34:0] second;
  lanai_receive_fifo #(
      .SLOTS(SLOTS),
      .WORDS(WORDS)
  ) u_fifo (
      .clk_i(clk_i),
      .power_on_i(power_on_i),
      .clear_i(chip_reset_i),
      .arriving_i(arriving_i),
      .arriving_words_i(arriving_words_i),
      .take_i(granted_i),
      .waiting_o(waiting_at_begin_o),
      .waiting_now_o(waiting_o),
      .first_o(first),
      .second_o(second)
  );

  // The host.
  logic armed_host;
  logic full_host;
  logic received_host;
  logic [1:0] unused_bytes_host;
  logic [31:0] pointer_host;
  logic [8:0] waiting_host;
  always_comb begin
    armed_host = armed_q;
    full_host = full_q;
    received_host = received_q;
    unused_bytes_host = unused_bytes_q;
    pointer_host = pointer_q;
    limit_after_o = limit_q;
    waiting_host = waiting_o;
    if (chip_reset_i) begin
      armed_host = 1'b0;
      full_host = 1'b0;
      received_host = 1'b0;
      unused_bytes_host = 2'd0;
      pointer_host = lanai_regs_pkg::RmpReset;
      limit_after_o = lanai_regs_pkg::RmlReset;
      waiting_host = 9'd0;
    end else begin
      if (host_sets_pointer) pointer_host = {host_value_i, 2'd0};
      if (host_sets_limit) begin
        limit_after_o = {host_value_i, 2'd0};
        armed_host = 1'b1;
        full_host = 1'b0;
        received_host = 1'b0;
      end
    end
  end

  // The SRAM. Words up to the one that ends the packet or fills the buffer.
  logic one_left;
  assign one_left = first[34] || pointer_host == limit_after_o || waiting_host == 9'd1 || most_i == 2'd1;
  always_comb begin
    if (!armed_host || waiting_host == 9'd0) wants_o = 2'd0;
    else wants_o = one_left ? 2'd1 : 2'd2;
  end
  assign sram_address_o = pointer_host;

  // The CRC byte, the last of the packet, is stored as what is left of the check: 0 when good. Of the last word, what
  // the packet lacks is stored as zeros. Grants come late in the clock: both CRCs are ready before, and that of the second
  // word does not wait for the first, whose CRC goes on over as many zeros (CRCs are linear).
  logic [3:0] bytes_first;
  logic [3:0] bytes_second;
  logic [7:0] crc_first;
  logic [7:0] crc_of_first_goes_on;
  logic [7:0] crc_of_second_alone;
  logic [7:0] crc_second;
  assign bytes_first = ~(4'b0111 >> first[33:32]);
  assign bytes_second = ~(4'b0111 >> second[33:32]);
  lanai_crc8 u_crc_of_first (
      .crc_in_i(crc_q),
      .word_i(first[31:0]),
      .counts_i(bytes_first),
      .crc_out_o(crc_first)
  );
  lanai_crc8 u_crc_goes_on (
      .crc_in_i(crc_first),
      .word_i(32'd0),
      .counts_i(bytes_second),
      .crc_out_o(crc_of_first_goes_on)
  );
  lanai_crc8 u_crc_of_second (
      .crc_in_i(8'd0),
      .word_i(second[31:0]),
      .counts_i(bytes_second),
      .crc_out_o(crc_of_second_alone)
  );
  assign crc_second = crc_of_first_goes_on ^ crc_of_second_alone;
  lanai_tail_word u_store_first (
      .word_i(first[31:0]),
      .last_byte_i(first[33:32]),
      .used_i(granted_i != 2'd0),
      .checks_i(first[34] && crc_enable_i),
      .crc_i(crc_first),
      .stored_o(first_word_o)
  );
  lanai_tail_word u_store_second (
      .word_i(second[31:0]),
      .last_byte_i(second[33:32]),
      .used_i(granted_i[1]),
      .checks_i(second[34] && crc_enable_i),
      .crc_i(crc_second),
      .stored_o(second_word_o)
  );

  logic armed_after;
  logic tail_stored;
  logic [1:0] last_byte_stored;
  logic [31:0] last_address;
  assign tail_stored = granted_i[1] ? second[34] : granted_i[0] && first[34];
  assign packet_ends_o = tail_stored;
  assign last_byte_stored = granted_i[1] ? second[33:32] : first[33:32];
  assign last_address = granted_i[1] ? pointer_host + 32'd4 : pointer_host;
  assign pointer_after_o = pointer_host + {28'd0, granted_i, 2'd0};
  always_comb begin
    armed_after = armed_host;
    full_after_o = full_host;
    received_after_o = received_host;
    unused_bytes_after_o = unused_bytes_host;
    if (granted_i != 2'd0) begin
      if (last_address == limit_after_o) begin
        full_after_o = 1'b1;
        armed_after = 1'b0;
      end
      if (tail_stored) begin
        received_after_o = 1'b1;
        unused_bytes_after_o = ~last_byte_stored;
        armed_after = 1'b0;
      end
    end
  end
  assign waiting_after_o = waiting_host - {7'd0, granted_i};

  // STOP and GO, whatever the host resets.
  assign tell_stop_o = !told_stop_q && waiting_after_o >= stop_mark_i;
  assign tell_go_o = told_stop_q && waiting_after_o < go_mark_i;

  // The processor.
  always_ff @(posedge clk_i) begin
    if (power_on_i) told_stop_q <= 1'b0;
    else if (tell_stop_o) told_stop_q <= 1'b1;
    else if (tell_go_o) told_stop_q <= 1'b0;

    if (power_on_i || chip_reset_i) crc_q <= 8'd0;
    else if (tail_stored) crc_q <= 8'd0;
    else if (granted_i != 2'd0) crc_q <= granted_i[1] ? crc_second : crc_first;

    if (power_on_i) begin
      armed_q <= 1'b0;
      full_q <= 1'b0;
      received_q <= 1'b0;
      unused_bytes_q <= 2'd0;
      pointer_q <= lanai_regs_pkg::RmpReset;
      limit_q <= lanai_regs_pkg::RmlReset;
    end else begin
      armed_q <= armed_after;
      full_q <= full_after_o;
      received_q <= received_after_o;
      unused_bytes_q <= unused_bytes_after_o;
      pointer_q <= pointer_after_o;
      limit_q <= limit_after_o;
      if (cpu_sets_pointer) pointer_q <= {cpu_value_i, 2'd0};
      if (cpu_sets_limit) begin
        limit_q <= {cpu_value_i, 2'd0};
        armed_q <= 1'b1;
        full_q <= 1'b0;
        received_q <= 1'b0;
      end
    end
  end

  lanai_receive_rules u_host_rules (
      .write_i(host_write_i),
      .offset_i(host_offset_i),
      .value_i(host_value_i),
      .armed_i(armed_q),
      .pointer_i(pointer_q),
      .limit_i(limit_q),
      .sram_bytes_i(sram_bytes_i),
      .sets_pointer_o(host_sets_pointer),
      .sets_limit_o(host_sets_limit),
      .fault_o(host_fault_o)
  );
  lanai_receive_rules u_cpu_rules (
      .write_i(cpu_write_i),
      .offset_i(cpu_offset_i),
      .value_i(cpu_value_i),
      .armed_i(armed_after),
      .pointer_i(pointer_after_o),
      .limit_i(limit_after_o),
      .sram_bytes_i(sram_bytes_i),
      .sets_pointer_o(cpu_sets_pointer),
      .sets_limit_o(cpu_sets_limit),
      .fault_o(cpu_fault_o)
  );

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    if (!power_on_i) begin
      inside_its_range : assert (granted_i == 2'd0 || last_address <= limit_after_o);
      inside_the_sram : assert (granted_i == 2'd0 || last_address < {11'd0, sram_bytes_i});
      gets_what_it_wants_at_most : assert (granted_i <= wants_o);
      nothing_behind_a_tail : assert (!(granted_i[1] && first[34]));
      never_stop_and_go : assert (!(tell_stop_o && tell_go_o));
      whole_words : assert (pointer_q[1:0] == 2'd0 && limit_q[1:0] == 2'd0);
      not_armed_when_full_or_received : assert (!armed_q || !(full_q || received_q));
      short_words_end_packets : assert (waiting_o == 9'd0 || first[34] || first[33:32] == 2'd3);
    end
  end
`endif
endmodule

`default_nettype wire
