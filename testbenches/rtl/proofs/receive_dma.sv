// What is proved of the receive DMA engine, whatever program and link do, beside the assertions within it. A sender
// obeys STOP in so far as the slack buffer does not overflow.
`default_nettype none

module receive_dma (
    input wire logic        clk,
    input wire logic        power_on,
    input wire logic        chip_reset,
    input wire logic        crc_enable,
    input wire logic        host_write,
    input wire logic [ 7:0] host_offset,
    input wire logic [31:2] host_value,
    input wire logic        cpu_write,
    input wire logic [ 7:0] cpu_offset,
    input wire logic [31:2] cpu_value,
    input wire logic [ 2:0] arriving,
    input wire logic [71:0] arriving_words,
    input wire logic [ 1:0] sram_left
);
  // Small, so that the solver has few bits to reason about; nothing in the engine depends on it.
  localparam logic [20:0] SRAM_BYTES = 21'd64;
  logic tell_stop;
  logic tell_go;
  logic [1:0] wants;
  logic [1:0] granted;
  logic [31:0] sram_address;
  logic [31:0] first_word;
  logic [31:0] second_word;
  logic armed;
  logic [8:0] waiting_at_begin;
  logic [8:0] waiting;
  logic full;
  logic received;
  logic [1:0] unused_bytes;
  logic [31:0] pointer;
  logic [31:0] limit;
  logic [8:0] waiting_after;
  logic full_after;
  logic received_after;
  logic [1:0] unused_bytes_after;
  logic [31:0] pointer_after;
  logic [31:0] limit_after;
  logic [3:0] host_fault;
  logic [3:0] cpu_fault;
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
      .host_write_i(host_write),
      .host_offset_i(host_offset),
      .host_value_i(host_value),
      .cpu_write_i(cpu_write),
      .cpu_offset_i(cpu_offset),
      .cpu_value_i(cpu_value),
      .arriving_i(arriving),
      .arriving_words_i(arriving_words),
      .tell_stop_o(tell_stop),
      .tell_go_o(tell_go),
      .wants_o(wants),
      .granted_i(granted),
      .sram_address_o(sram_address),
      .first_word_o(first_word),
      .second_word_o(second_word),
      .armed_o(armed),
      .waiting_at_begin_o(waiting_at_begin),
      .waiting_o(waiting),
      .full_o(full),
      .received_o(received),
      .unused_bytes_o(unused_bytes),
      .pointer_o(pointer),
      .limit_o(limit),
      .waiting_after_o(waiting_after),
      .full_after_o(full_after),
      .received_after_o(received_after),
      .unused_bytes_after_o(unused_bytes_after),
      .pointer_after_o(pointer_after),
      .limit_after_o(limit_after),
      .host_fault_o(host_fault),
      .cpu_fault_o(cpu_fault)
  );

  logic began = 1'b0;
  always_ff @(posedge clk) began <= 1'b1;
  always_comb begin
    assume (power_on == !began);
    assume (!(chip_reset && (host_write || cpu_write)));
    assume (arriving <= 3'd2 && waiting_at_begin + {6'd0, arriving} <= 9'd8);
    assume (arriving_words[34] || arriving_words[33:32] == 2'd3);
    assume (arriving_words[70] || arriving_words[69:68] == 2'd3);
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
  logic [7:0] between;
  assign between = came - stored;
  always_ff @(posedge clk) begin
    if (!power_on) begin
      no_word_is_lost_or_made : assert (between == waiting_at_begin[7:0] && !waiting_at_begin[8]);
      pointer_moves_with_the_words : assert (chip_reset || host_write || pointer_after == pointer + {28'd0, granted, 2'd0});
      stop_and_go_alternate : assert (!(tell_stop && stop) && !(tell_go && !stop));
      stopped_while_the_mark_is_reached : assert (stop || waiting_at_begin < 9'd4);
      going_while_little_waits : assert (!stop || waiting_at_begin >= 9'd3);
      nothing_is_stored_in_a_reset : assert (!chip_reset || granted == 2'd0);
      nothing_is_stored_unarmed : assert (chip_reset || host_write || armed || granted == 2'd0);
    end
  end
endmodule

`default_nettype wire
