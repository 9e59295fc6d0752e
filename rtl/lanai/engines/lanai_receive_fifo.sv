// The slack buffer between link and receive DMA: up to SLOTS words arrive in a clock, up to two leave in the same one,
// even some that have just arrived.
//
// An entry: bits 31:0 data, first byte in 31:24; 33:32 its bytes less one; 34 tail.
`default_nettype none

module lanai_receive_fifo #(
    parameter int unsigned SLOTS = 5,
    parameter int unsigned WORDS = 256
) (
    input  wire logic                clk,
    input  wire logic                power_on,
    input  wire logic                clear,          // what waits and what has arrived in this clock
    input  wire logic [         2:0] arriving,
    // Bit 35 of each word is spare.
    // verilator lint_off UNUSEDSIGNAL
    input  wire logic [SLOTS*36-1:0] arriving_words,
    // verilator lint_on UNUSEDSIGNAL
    input  wire logic [         1:0] take,
    output      logic [         8:0] waiting,        // at the begin of the clock
    output      logic [         8:0] waiting_now,    // with those that have arrived
    output      logic [        34:0] first,          // of waiting_now
    output      logic [        34:0] second
);
  localparam int unsigned INDEX = $clog2(WORDS);
  logic [34:0] entries[WORDS];
  logic [INDEX-1:0] begin_index;
  logic [INDEX-1:0] end_index;
  logic [INDEX-1:0] second_index;
  assign second_index = begin_index + 1'b1;

  logic [34:0] arriving_first;
  logic [34:0] arriving_second;
  assign arriving_first = arriving_words[34:0];
  assign arriving_second = arriving_words[36+:35];
  assign waiting_now = waiting + {6'd0, arriving};
  always_comb begin
    first = 35'd0;
    second = 35'd0;
    if (waiting_now != 9'd0) begin
      first = waiting == 9'd0 ? arriving_first : entries[begin_index];
      case (waiting)
        9'd0:    second = arriving_second;
        9'd1:    second = arriving_first;
        default: second = entries[second_index];
      endcase
    end
  end

  always_ff @(posedge clk) begin
    if (power_on || clear) begin
      begin_index <= '0;
      end_index <= '0;
      waiting <= 9'd0;
    end else begin
      begin_index <= begin_index + {{INDEX - 2{1'b0}}, take};
      end_index <= end_index + {{INDEX - 3{1'b0}}, arriving};
      waiting <= waiting_now - {7'd0, take};
    end
    if (arriving != 3'd0) begin
      for (int i = 0; i < SLOTS; i++) begin
        if (arriving > i[2:0]) entries[end_index+i[INDEX-1:0]] <= arriving_words[36*i+:35];
      end
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk) begin
    if (!power_on) begin
      sender_obeys_stop : assert (clear || {23'd0, waiting_now} <= WORDS);
      takes_only_what_waits : assert (clear || {7'd0, take} <= waiting_now);
      no_more_than_fit_in_a_clock : assert ({29'd0, arriving} <= SLOTS);
    end
  end
`endif
endmodule

`default_nettype wire
