// What is proved of the receive DMA engine, whatever program and link do, beside the assertions within it. A sender
// obeys STOP in so far as the slack buffer does not overflow.
`default_nettype none

module receive_dma (
    input  wire logic                              clk,
    input  wire logic                              power_on,
    input  wire logic                              chip_reset,
    input  wire logic                              crc_enable,
    input  wire logic                              host_write,
    input  wire lanai_regs_pkg::receive_dma_regs_t host_selected,
    input  wire logic [31:2]                       host_value,
    input  wire logic                              cpu_write,
    input  wire lanai_regs_pkg::receive_dma_regs_t cpu_selected,
    input  wire logic [31:2]                       cpu_value,
    input  wire logic [2:0]                        arriving,
    input  wire link_pkg::arriving_t               arriving_words,
    input  wire logic [1:0]                        sram_left
);
  // Small, so that the solver has few bits to reason about; nothing in the engine depends on it.
  localparam logic [20:0] SRAM_BYTES = 21'd64;
  logic tell_stop;
  logic tell_go;
  logic [1:0] wants;
  logic [1:0] granted;
  engines_pkg::span_t store;
  engines_pkg::two_words_t stored_words;
  logic armed;
  engines_pkg::receive_status_t status_at_begin;
  engines_pkg::receive_status_t status;
  engines_pkg::receive_status_t status_after;
  logic packet_ends;
  logic [8:0] waiting;
  logic [31:0] pointer;
  logic [31:0] limit;
  engines_pkg::answer_t host_answer;
  engines_pkg::answer_t cpu_answer;
  assign granted = sram_left < wants ? sram_left : wants;
  lanai_receive_dma #(
      .SLOTS(2),
      .WORDS(8)
  ) u_engine (
      .clk_i(clk),
      .power_on_i(power_on),
      .chip_reset_i(chip_reset),
      .most_i(2'd2),
      .stop_mark_i(9'd4),
      .go_mark_i(9'd3),
      .sram_bytes_i(SRAM_BYTES),
      .crc_enable_i(crc_enable),
      .host_i({1'b0, host_write, host_value, 2'd0}),
      .host_selected_i(host_selected),
      .host_o(host_answer),
      .cpu_i({1'b0, cpu_write, cpu_value, 2'd0}),
      .cpu_selected_i(cpu_selected),
      .cpu_o(cpu_answer),
      .arriving_i(arriving),
      .arriving_words_i(arriving_words),
      .tell_stop_o(tell_stop),
      .tell_go_o(tell_go),
      .wants_o(wants),
      .granted_i(granted),
      .store_o(store),
      .stored_o(stored_words),
      .status_at_begin_o(status_at_begin),
      .status_o(status),
      .status_after_o(status_after),
      .packet_ends_o(packet_ends),
      .armed_o(armed),
      .waiting_o(waiting),
      .pointer_o(pointer),
      .limit_o(limit)
  );

  logic began = 1'b0;
  always_ff @(posedge clk) began <= 1'b1;
  always_comb begin
    assume (power_on == !began);
    assume (!(chip_reset && (host_write || cpu_write)));
    assume ((host_selected & (host_selected - 1'b1)) == '0 && (cpu_selected & (cpu_selected - 1'b1)) == '0);
    assume (arriving <= 3'd2 && waiting + {6'd0, arriving} <= 9'd8);
    assume (arriving_words.first.tail || arriving_words.first.last_byte == 2'd3);
    assume (arriving_words.second.tail || arriving_words.second.last_byte == 2'd3);
  end

  logic [7:0] came;
  logic [7:0] stored;
  logic stop;  // what the sender was told last
  always_ff @(posedge clk) begin
    if (power_on || chip_reset) begin
      came <= 8'd0;
      stored <= 8'd0;
    end else begin
      came <= came + {5'd0, arriving};
      stored <= stored + {6'd0, granted};
    end
    if (power_on) stop <= 1'b0;
    else if (tell_stop) stop <= 1'b1;
    else if (tell_go) stop <= 1'b0;
  end
  logic disturbed;  // in the clock before
  logic [31:0] pointer_before;
  logic [1:0] granted_before;
  always_ff @(posedge clk) begin
    disturbed <= power_on || chip_reset || host_write || cpu_write;
    pointer_before <= pointer;
    granted_before <= granted;
  end
  logic [7:0] between;
  assign between = came - stored;
  always_ff @(posedge clk) begin
    if (!power_on) begin
      no_word_is_lost_or_made : assert (between == waiting[7:0] && !waiting[8]);
      pointer_moves_with_the_words : assert (disturbed || pointer == pointer_before + {28'd0, granted_before, 2'd0});
      stop_and_go_alternate : assert (!(tell_stop && stop) && !(tell_go && !stop));
      stopped_while_the_mark_is_reached : assert (stop || waiting < 9'd4);
      going_while_little_waits : assert (!stop || waiting >= 9'd3);
      nothing_is_stored_in_a_reset : assert (!chip_reset || granted == 2'd0);
      nothing_is_stored_unarmed : assert (chip_reset || host_write || armed || granted == 2'd0);
    end
  end
endmodule

`default_nettype wire
