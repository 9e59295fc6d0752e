// The words between send DMA and link: up to two come in a clock, and up to SLOTS leave.
`default_nettype none

module lanai_send_fifo #(
    parameter int unsigned SLOTS = link_pkg::SLOTS,
    parameter int unsigned WORDS = 32
) (
    input  wire logic             clk_i,
    input  wire logic             clear_i,
    input  wire logic [2:0]       take_i,    // leave, before others come
    input  wire logic [1:0]       put_i,
    input  wire link_pkg::sent_t  first_i,   // of those that come
    input  wire link_pkg::sent_t  second_i,
    output      logic [5:0]       count_o,
    output      link_pkg::front_t front_o
);
  logic [5:0] count_q;
  assign count_o = count_q;

  localparam int unsigned INDEX = $clog2(WORDS);
  logic [43:0] entries[WORDS];  // link_pkg::sent_t
  logic [INDEX-1:0] begin_index_q;
  logic [INDEX-1:0] end_index_q;

  always_comb begin
    front_o = '0;
    if (count_q > 6'd0) front_o.first = entries[begin_index_q];
    if (SLOTS > 1 && count_q > 6'd1) front_o.second = entries[begin_index_q+1'b1];
    if (SLOTS > 2 && count_q > 6'd2) front_o.third = entries[begin_index_q+INDEX'(2)];
    if (SLOTS > 3 && count_q > 6'd3) front_o.fourth = entries[begin_index_q+INDEX'(3)];
    if (SLOTS > 4 && count_q > 6'd4) front_o.fifth = entries[begin_index_q+INDEX'(4)];
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      begin_index_q <= '0;
      end_index_q <= '0;
      count_q <= 6'd0;
    end else begin
      begin_index_q <= begin_index_q + {{INDEX - 3{1'b0}}, take_i};
      end_index_q <= end_index_q + {{INDEX - 2{1'b0}}, put_i};
      count_q <= count_q - {3'd0, take_i} + {4'd0, put_i};
      if (put_i != 2'd0) entries[end_index_q] <= first_i;
      if (put_i[1]) entries[end_index_q+1'b1] <= second_i;
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    if (!clear_i) begin
      takes_only_what_waits : assert ({3'd0, take_i} <= count_q);
      has_place_for_what_comes : assert ({26'd0, count_q} - {29'd0, take_i} + {30'd0, put_i} <= WORDS);
    end
  end
`endif
endmodule

`default_nettype wire
