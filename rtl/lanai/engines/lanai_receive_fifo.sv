// The slack buffer between link and receive DMA: up to SLOTS words arrive in a clock, up to two leave in the same one,
// even some that have just arrived.
`default_nettype none

module lanai_receive_fifo #(
    parameter int unsigned SLOTS = link_pkg::SLOTS,
    parameter int unsigned WORDS = 256
) (
    input  wire logic                clk_i,
    input  wire logic                power_on_i,
    input  wire logic                clear_i,           // what waits and what has arrived in this clock
    input  wire logic [2:0]          arriving_i,
    input  wire link_pkg::arriving_t arriving_words_i,
    input  wire logic [1:0]          take_i,
    output      logic [8:0]          waiting_o,         // at the begin of the clock
    output      logic [8:0]          waiting_now_o,     // with those that have arrived
    output      link_pkg::received_t first_o,           // of waiting_now
    output      link_pkg::received_t second_o
);
  logic [8:0] waiting_q;
  assign waiting_o = waiting_q;

  localparam int unsigned INDEX = $clog2(WORDS);
  logic [34:0] entries[WORDS];  // link_pkg::received_t
  logic [INDEX-1:0] begin_index_q;
  logic [INDEX-1:0] end_index_q;
  logic [INDEX-1:0] second_index;
  assign second_index = begin_index_q + 1'b1;

  assign waiting_now_o = waiting_q + {6'd0, arriving_i};
  always_comb begin
    first_o = '0;
    second_o = '0;
    if (waiting_now_o != 9'd0) begin
      first_o = waiting_q == 9'd0 ? arriving_words_i.first : entries[begin_index_q];
      case (waiting_q)
        9'd0:    second_o = arriving_words_i.second;
        9'd1:    second_o = arriving_words_i.first;
        default: second_o = entries[second_index];
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (power_on_i || clear_i) begin
      begin_index_q <= '0;
      end_index_q <= '0;
      waiting_q <= 9'd0;
    end else begin
      begin_index_q <= begin_index_q + {{INDEX - 2{1'b0}}, take_i};
      end_index_q <= end_index_q + {{INDEX - 3{1'b0}}, arriving_i};
      waiting_q <= waiting_now_o - {7'd0, take_i};
    end
    if (arriving_i != 3'd0) begin
      entries[end_index_q] <= arriving_words_i.first;
      if (SLOTS > 1 && arriving_i > 3'd1) entries[end_index_q+1'b1] <= arriving_words_i.second;
      if (SLOTS > 2 && arriving_i > 3'd2) entries[end_index_q+INDEX'(2)] <= arriving_words_i.third;
      if (SLOTS > 3 && arriving_i > 3'd3) entries[end_index_q+INDEX'(3)] <= arriving_words_i.fourth;
      if (SLOTS > 4 && arriving_i > 3'd4) entries[end_index_q+INDEX'(4)] <= arriving_words_i.fifth;
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    if (!power_on_i) begin
      sender_obeys_stop : assert (clear_i || {23'd0, waiting_now_o} <= WORDS);
      takes_only_what_waits : assert (clear_i || {7'd0, take_i} <= waiting_now_o);
      no_more_than_fit_in_a_clock : assert ({29'd0, arriving_i} <= SLOTS);
    end
  end
`endif
endmodule

`default_nettype wire
