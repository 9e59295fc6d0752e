// The send DMA engine: fetches the words from SMP up to SML or SMLT into a small FIFO, from which the link takes
// them. The clock has three parts: the link takes words; the host may write a register; the engine fetches. What the
// processor writes acts after that.
`default_nettype none

module lanai_send_dma #(
    parameter int unsigned SLOTS = link_pkg::SLOTS,
    parameter int unsigned WORDS = 32
) (
    input  wire logic                           clk_i,
    input  wire logic                           power_on_i,
    input  wire logic                           chip_reset_i,
    input  wire logic [1:0]                     most_i,            // words fetched in a clock, 1 or 2
    input  wire logic [5:0]                     depth_i,           // of the FIFO
    input  wire logic [5:0]                     start_i,           // words that must wait before the link starts
    input  wire logic [20:0]                    sram_bytes_i,
    // Registers. The link comes before the host.
    input  wire engines_pkg::access_t           host_i,
    input  wire lanai_regs_pkg::send_dma_regs_t host_selected_i,
    output      engines_pkg::answer_t           host_o,
    input  wire engines_pkg::access_t           cpu_i,
    input  wire lanai_regs_pkg::send_dma_regs_t cpu_selected_i,
    output      engines_pkg::answer_t           cpu_o,
    // At the begin of the clock, as the host finds it, as the processor does.
    output      engines_pkg::send_status_t      status_at_begin_o,
    output      engines_pkg::send_status_t      status_o,
    output      engines_pkg::send_status_t      status_after_o,
    // SRAM.
    output      logic [1:0]                     wants_o,
    input  wire logic [1:0]                     granted_i,
    output      engines_pkg::span_t             fetch_o,
    input  wire engines_pkg::two_words_t        fetched_i,
    // Link.
    output      logic [2:0]                     offer_o,
    output      link_pkg::front_t               front_o,
    input  wire logic [2:0]                     take_i,
    output      logic [5:0]                     waiting_o,
    output      logic                           active_o,
    output      logic [31:0]                    pointer_o,
    output      logic [31:0]                    limit_o
);
  engines_pkg::send_dma_t state_q;
  assign active_o = state_q.active;
  assign limit_o = state_q.limit;
  assign pointer_o = state_q.pointer;

  logic begins_packet_q;  // the next word fetched begins one
  logic running_q;
  logic open_q;
  logic [7:0] crc_q;

  // The link. It starts when enough words wait, or when no more will come; then it goes on until none is left.
  logic running_now;
  logic [5:0] waiting_left;
  logic running_left;
  logic open_left;
  localparam logic [5:0] MOST_OFFERED = SLOTS[5:0];
  assign running_now = waiting_o >= start_i || !state_q.active ? waiting_o != 6'd0 : running_q;
  always_comb begin
    if (!running_now) offer_o = 3'd0;
    else offer_o = waiting_o < MOST_OFFERED ? waiting_o[2:0] : MOST_OFFERED[2:0];
  end
  assign waiting_left = waiting_o - {3'd0, take_i};
  assign running_left = running_now && waiting_left != 6'd0;
  always_comb begin
    case (take_i)
      3'd0:    open_left = open_q;
      3'd1:    open_left = !front_o.first.tail;
      3'd2:    open_left = !front_o.second.tail;
      3'd3:    open_left = !front_o.third.tail;
      3'd4:    open_left = !front_o.fourth.tail;
      default: open_left = !front_o.fifth.tail;
    endcase
  end
  assign status_at_begin_o = {state_q.done, !open_q && !state_q.active && waiting_o == 6'd0};
  assign status_o = {state_q.done, !open_left && !state_q.active && waiting_left == 6'd0};

  // The host.
  localparam engines_pkg::send_dma_t AFTER_RESET = {
    3'b001, lanai_regs_pkg::SaReset[1:0], lanai_regs_pkg::SmpReset, lanai_regs_pkg::SmlReset
  };
  engines_pkg::send_dma_t state_written;
  lanai_send_registers u_for_host (
      .access_i(host_i),
      .selected_i(host_selected_i),
      .sram_bytes_i(sram_bytes_i),
      .state_i(state_q),
      .state_o(state_written),
      .answer_o(host_o)
  );
  engines_pkg::send_dma_t state_host;
  logic [5:0] waiting_host;
  assign state_host = chip_reset_i ? AFTER_RESET : state_written;
  assign waiting_host = chip_reset_i ? 6'd0 : waiting_left;

  // The SRAM.
  logic [5:0] room;
  logic [1:0] left;
  assign room = depth_i - waiting_host;
  always_comb begin
    if (state_host.pointer > state_host.limit) left = 2'd0;
    else left = state_host.pointer == state_host.limit ? 2'd1 : 2'd2;
    wants_o = left < most_i ? left : most_i;
    if (room < {4'd0, wants_o}) wants_o = room[1:0];
    if (!state_host.active) wants_o = 2'd0;
  end
  assign fetch_o = {granted_i, state_host.pointer};

  engines_pkg::send_dma_t state_after;
  logic last_is_first;
  logic [31:0] last_word;
  assign last_word = granted_i[1] ? state_host.pointer + 32'd4 : state_host.pointer;
  logic [5:0] waiting_after;
  always_comb begin
    state_after = state_host;
    if (granted_i[0]) state_after.pointer = state_host.pointer + 32'd4;
    if (granted_i[1]) state_after.pointer = state_host.pointer + 32'd8;
    if (granted_i != 2'd0) state_after.alignment = 2'd0;
    if (granted_i != 2'd0 && last_word == state_host.limit) begin
      state_after.active = 1'b0;
      state_after.done = 1'b1;
    end
  end
  assign waiting_after = waiting_host + {4'd0, granted_i};
  assign status_after_o = {
    state_after.done, !(open_left && !chip_reset_i) && !state_after.active && waiting_after == 6'd0
  };
  assign last_is_first = granted_i == 2'd1;

  // The words that come, with the CRC so far.
  logic tail_comes;
  logic [7:0] crc_first;
  logic [7:0] crc_second;
  logic [3:0] counts_first;
  assign tail_comes = state_host.ends_packet && !state_after.active;
  assign counts_first = granted_i != 2'd0 ? 4'b1111 >> state_host.alignment : 4'd0;
  lanai_crc8 u_crc_of_first (
      .crc_in_i(begins_packet_q || chip_reset_i ? 8'd0 : crc_q),
      .word_i(fetched_i.first),
      .counts_i(counts_first),
      .crc_out_o(crc_first)
  );
  lanai_crc8 u_crc_of_second (
      .crc_in_i(crc_first),
      .word_i(fetched_i.second),
      .counts_i({4{granted_i[1]}}),
      .crc_out_o(crc_second)
  );
  link_pkg::sent_t first;
  link_pkg::sent_t second;
  assign first = {begins_packet_q, crc_first, tail_comes && last_is_first, state_host.alignment, fetched_i.first};
  assign second = {1'b0, crc_second, tail_comes, 2'd0, fetched_i.second};
  lanai_send_fifo #(
      .SLOTS(SLOTS),
      .WORDS(WORDS)
  ) u_fifo (
      .clk_i(clk_i),
      .clear_i(power_on_i || chip_reset_i),
      .take_i(take_i),
      .put_i(granted_i),
      .first_i(first),
      .second_i(second),
      .count_o(waiting_o),
      .front_o(front_o)
  );

  // The processor.
  engines_pkg::send_dma_t state_d;
  lanai_send_registers u_for_processor (
      .access_i(cpu_i),
      .selected_i(cpu_selected_i),
      .sram_bytes_i(sram_bytes_i),
      .state_i(state_after),
      .state_o(state_d),
      .answer_o(cpu_o)
  );
  always_ff @(posedge clk_i) begin
    if (power_on_i || chip_reset_i) begin
      running_q <= 1'b0;
      open_q <= 1'b0;
      begins_packet_q <= 1'b1;
      crc_q <= 8'd0;
    end else begin
      running_q <= running_left;
      open_q <= open_left;
      if (granted_i != 2'd0) begin
        begins_packet_q <= tail_comes;
        crc_q <= granted_i[1] ? crc_second : crc_first;
      end
    end
    if (power_on_i) begin
      state_q <= AFTER_RESET;
    end else begin
      state_q <= state_d;
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    if (!power_on_i) begin
      link_takes_what_is_offered : assert (take_i <= offer_o);
      fifo_keeps_to_its_depth : assert (waiting_o <= depth_i);
      inside_its_range :
      assert (granted_i == 2'd0 || {1'b0, state_host.pointer} + {29'd0, granted_i, 2'd0} <= {1'b0, state_host.limit} + 33'd4);
      inside_the_sram : assert (granted_i == 2'd0 || state_host.limit < {11'd0, sram_bytes_i});
      done_and_active_exclude_each_other : assert (!(state_q.active && state_q.done));
      gets_what_it_wants_at_most : assert (granted_i <= wants_o);
      whole_words : assert (state_q.pointer[1:0] == 2'd0 && state_q.limit[1:0] == 2'd0);
    end
  end
`endif
endmodule

`default_nettype wire
