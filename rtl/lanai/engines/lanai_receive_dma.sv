// The receive DMA engine: stores the words that wait in the slack buffer from RMP on, until a packet ends or the word
// at RML is stored, checks the packet's CRC, and has the sender told STOP and GO.
//
// The clock has four parts: words arrive; the host may write a register; the engine stores; STOP or GO. What the
// processor writes acts after that.
`default_nettype none

module lanai_receive_dma #(
    parameter int unsigned SLOTS = link_pkg::SLOTS,
    parameter int unsigned WORDS = 256
) (
    input  wire logic                              clk_i,
    input  wire logic                              power_on_i,
    input  wire logic                              chip_reset_i,
    input  wire logic [1:0]                        most_i,             // words stored in a clock, 1 or 2
    input  wire logic [8:0]                        stop_mark_i,
    input  wire logic [8:0]                        go_mark_i,
    input  wire logic [20:0]                       sram_bytes_i,
    input  wire logic                              crc_enable_i,       // after what the host writes in this clock
    // Registers.
    input  wire engines_pkg::access_t              host_i,
    input  wire lanai_regs_pkg::receive_dma_regs_t host_selected_i,
    output      engines_pkg::answer_t              host_o,
    input  wire engines_pkg::access_t              cpu_i,
    input  wire lanai_regs_pkg::receive_dma_regs_t cpu_selected_i,
    output      engines_pkg::answer_t              cpu_o,
    // At the begin of the clock, as the host finds it, as the processor does.
    output      engines_pkg::receive_status_t      status_at_begin_o,
    output      engines_pkg::receive_status_t      status_o,
    output      engines_pkg::receive_status_t      status_after_o,
    // Link.
    input  wire logic [2:0]                        arriving_i,
    input  wire link_pkg::arriving_t               arriving_words_i,
    output      logic                              tell_stop_o,
    output      logic                              tell_go_o,
    // SRAM.
    output      logic [1:0]                        wants_o,
    input  wire logic [1:0]                        granted_i,
    output      engines_pkg::span_t                store_o,
    output      engines_pkg::two_words_t           stored_o,
    output      logic                              packet_ends_o,      // with the last word stored in this clock
    output      logic                              armed_o,
    output      logic [8:0]                        waiting_o,          // at the begin of the clock
    output      logic [31:0]                       pointer_o,
    output      logic [31:0]                       limit_o
);
  engines_pkg::receive_dma_t state_q;
  assign armed_o = state_q.armed;
  assign limit_o = state_q.limit;
  assign pointer_o = state_q.pointer;

  logic told_stop_q;
  logic [7:0] crc_q;

  link_pkg::received_t first;
  link_pkg::received_t second;
  logic [8:0] waiting_now;
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
      .waiting_o(waiting_o),
      .waiting_now_o(waiting_now),
      .first_o(first),
      .second_o(second)
  );

  // The host.
  localparam engines_pkg::receive_dma_t AFTER_RESET = {
    5'd0, lanai_regs_pkg::RmpReset, lanai_regs_pkg::RmlReset
  };
  engines_pkg::receive_dma_t state_written;
  lanai_receive_registers u_for_host (
      .access_i(host_i),
      .selected_i(host_selected_i),
      .sram_bytes_i(sram_bytes_i),
      .state_i(state_q),
      .state_o(state_written),
      .answer_o(host_o)
  );
  engines_pkg::receive_dma_t state_host;
  logic [8:0] waiting_host;
  assign state_host = chip_reset_i ? AFTER_RESET : state_written;
  assign waiting_host = chip_reset_i ? 9'd0 : waiting_now;

  // The SRAM. Words up to the one that ends the packet or fills the buffer.
  logic one_left;
  assign one_left = first.tail || state_host.pointer == state_host.limit || waiting_host == 9'd1 || most_i == 2'd1;
  always_comb begin
    if (!state_host.armed || waiting_host == 9'd0) wants_o = 2'd0;
    else wants_o = one_left ? 2'd1 : 2'd2;
  end
  assign store_o = {granted_i, state_host.pointer};

  // The CRC byte, the last of the packet, is stored as what is left of the check: 0 when good. Of the last word, what
  // the packet lacks is stored as zeros. Grants come late in the clock: both CRCs are ready before, and that of the second
  // word does not wait for the first, whose CRC goes on over as many zeros (CRCs are linear).
  logic [3:0] bytes_first;
  logic [3:0] bytes_second;
  logic [7:0] crc_first;
  logic [7:0] crc_of_first_goes_on;
  logic [7:0] crc_of_second_alone;
  logic [7:0] crc_second;
  assign bytes_first = ~(4'b0111 >> first.last_byte);
  assign bytes_second = ~(4'b0111 >> second.last_byte);
  lanai_crc8 u_crc_of_first (
      .crc_in_i(crc_q),
      .word_i(first.data),
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
      .word_i(second.data),
      .counts_i(bytes_second),
      .crc_out_o(crc_of_second_alone)
  );
  assign crc_second = crc_of_first_goes_on ^ crc_of_second_alone;
  lanai_tail_word u_store_first (
      .word_i(first.data),
      .last_byte_i(first.last_byte),
      .used_i(granted_i != 2'd0),
      .checks_i(first.tail && crc_enable_i),
      .crc_i(crc_first),
      .stored_o(stored_o.first)
  );
  lanai_tail_word u_store_second (
      .word_i(second.data),
      .last_byte_i(second.last_byte),
      .used_i(granted_i[1]),
      .checks_i(second.tail && crc_enable_i),
      .crc_i(crc_second),
      .stored_o(stored_o.second)
  );

  engines_pkg::receive_dma_t state_after;
  logic [8:0] waiting_after;
  logic tail_stored;
  logic [1:0] last_byte_stored;
  logic [31:0] last_address;
  assign tail_stored = granted_i[1] ? second.tail : granted_i[0] && first.tail;
  assign packet_ends_o = tail_stored;
  assign last_byte_stored = granted_i[1] ? second.last_byte : first.last_byte;
  assign last_address = granted_i[1] ? state_host.pointer + 32'd4 : state_host.pointer;
  always_comb begin
    state_after = state_host;
    state_after.pointer = state_host.pointer + {28'd0, granted_i, 2'd0};
    if (granted_i != 2'd0) begin
      if (last_address == state_host.limit) begin
        state_after.full = 1'b1;
        state_after.armed = 1'b0;
      end
      if (tail_stored) begin
        state_after.received = 1'b1;
        state_after.unused_bytes = ~last_byte_stored;
        state_after.armed = 1'b0;
      end
    end
  end
  assign waiting_after = waiting_host - {7'd0, granted_i};

  // What ISR tells of it.
  assign status_at_begin_o = {waiting_o != 9'd0, state_q.full, state_q.received, state_q.unused_bytes};
  assign status_o = {waiting_now != 9'd0, state_q.full, state_q.received, state_q.unused_bytes};
  assign status_after_o = {
    waiting_after != 9'd0, state_after.full, state_after.received, state_after.unused_bytes
  };

  // STOP and GO, whatever the host resets.
  assign tell_stop_o = !told_stop_q && waiting_after >= stop_mark_i;
  assign tell_go_o = told_stop_q && waiting_after < go_mark_i;

  // The processor.
  engines_pkg::receive_dma_t state_d;
  lanai_receive_registers u_for_processor (
      .access_i(cpu_i),
      .selected_i(cpu_selected_i),
      .sram_bytes_i(sram_bytes_i),
      .state_i(state_after),
      .state_o(state_d),
      .answer_o(cpu_o)
  );
  always_ff @(posedge clk_i) begin
    if (power_on_i) told_stop_q <= 1'b0;
    else if (tell_stop_o) told_stop_q <= 1'b1;
    else if (tell_go_o) told_stop_q <= 1'b0;

    if (power_on_i || chip_reset_i) crc_q <= 8'd0;
    else if (tail_stored) crc_q <= 8'd0;
    else if (granted_i != 2'd0) crc_q <= granted_i[1] ? crc_second : crc_first;

    if (power_on_i) begin
      state_q <= AFTER_RESET;
    end else begin
      state_q <= state_d;
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    if (!power_on_i) begin
      inside_its_range : assert (granted_i == 2'd0 || last_address <= state_host.limit);
      inside_the_sram : assert (granted_i == 2'd0 || last_address < {11'd0, sram_bytes_i});
      gets_what_it_wants_at_most : assert (granted_i <= wants_o);
      nothing_behind_a_tail : assert (!(granted_i[1] && first.tail));
      never_stop_and_go : assert (!(tell_stop_o && tell_go_o));
      whole_words : assert (state_q.pointer[1:0] == 2'd0 && state_q.limit[1:0] == 2'd0);
      not_armed_when_full_or_received : assert (!state_q.armed || !(state_q.full || state_q.received));
      short_words_end_packets : assert (waiting_now == 9'd0 || first.tail || first.last_byte == 2'd3);
    end
  end
`endif
endmodule

`default_nettype wire
