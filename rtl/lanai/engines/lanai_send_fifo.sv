// The words between send DMA and link: up to two come in a clock, and up to SLOTS leave.
//
// An entry: bits 31:0 data, first byte in 31:24; 33:32 leading bytes to skip; 34 tail; 42:35 CRC of its packet up to
// and with it; 43 head.
`default_nettype none

module lanai_send_fifo #(
    parameter int unsigned SLOTS = 5,
    parameter int unsigned WORDS = 32,
    parameter int unsigned BITS = 44
) (
    input  wire logic                  clk,
    input  wire logic                  clear,
    input  wire logic [           2:0] take,   // leave, before others come
    input  wire logic [           1:0] put,
    input  wire logic [      BITS-1:0] first,  // of those that come
    input  wire logic [      BITS-1:0] second,
    output      logic [           5:0] count,
    output      logic [SLOTS*BITS-1:0] front
);
  localparam int unsigned INDEX = $clog2(WORDS);
  logic [BITS-1:0] entries[WORDS];
  logic [INDEX-1:0] begin_index;
  logic [INDEX-1:0] end_index;

  always_comb begin
    front = '0;
    for (int i = 0; i < SLOTS; i++) begin
      if (count > i[5:0]) front[BITS*i+:BITS] = entries[begin_index+i[INDEX-1:0]];
    end
  end

  always_ff @(posedge clk) begin
    if (clear) begin
      begin_index <= '0;
      end_index <= '0;
      count <= 6'd0;
    end else begin
      begin_index <= begin_index + {{INDEX - 3{1'b0}}, take};
      end_index <= end_index + {{INDEX - 2{1'b0}}, put};
      count <= count - {3'd0, take} + {4'd0, put};
      if (put != 2'd0) entries[end_index] <= first;
      if (put[1]) entries[end_index+1'b1] <= second;
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk) begin
    if (!clear) begin
      takes_only_what_waits : assert ({3'd0, take} <= count);
      has_place_for_what_comes : assert ({26'd0, count} - {29'd0, take} + {30'd0, put} <= WORDS);
    end
  end
`endif
endmodule

`default_nettype wire
