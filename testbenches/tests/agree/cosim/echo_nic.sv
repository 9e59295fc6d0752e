// A card of one's own in the seat of the LANai board: it sends each packet back as it came, and the host reads how many
// there were. Its ports are those of lanai_board (rtl/lanai/board/ports.md) that it needs.
`default_nettype none

module echo_nic (
    input wire logic clk_i,
    input wire logic rst_ni,

    input  wire logic        pio_valid_i,
    output      logic        pio_done_o,
    output      logic [31:0] pio_rdata_o,

    output      logic [2:0]          link_offer_o,
    output      link_pkg::front_t    link_front_o,
    input  wire logic [2:0]          link_take_i,
    input  wire logic [2:0]          link_in_count_i,
    input  wire link_pkg::arriving_t link_in_words_i
);
  link_pkg::received_t waiting[256];
  logic [7:0] first;
  logic [7:0] last;
  logic [7:0] whole_packets;  // that wait
  logic [31:0] packets;  // since power-on

  link_pkg::received_t word;
  logic [1:0] skip;
  always_comb begin
    // One word in a clock, once its packet is whole. The bytes of the last one move to its end.
    word = waiting[first];
    skip = ~word.last_byte;
    link_front_o = '0;
    link_front_o.first.tail = word.tail;
    link_front_o.first.skip = skip;
    link_front_o.first.data = word.data >> (8 * skip);
    link_offer_o = whole_packets != 8'd0 ? 3'd1 : 3'd0;
  end

  // On a link of 160 MB/s no more than two words come in a clock of 30 ns.
  logic [7:0] tails_come;
  always_comb begin
    tails_come = 8'd0;
    if (link_in_count_i > 3'd0) tails_come = tails_come + {7'd0, link_in_words_i.first.tail};
    if (link_in_count_i > 3'd1) tails_come = tails_come + {7'd0, link_in_words_i.second.tail};
  end

  always_ff @(posedge clk_i) begin
    if (link_in_count_i > 3'd0) waiting[last] <= link_in_words_i.first;
    if (link_in_count_i > 3'd1) waiting[last+8'd1] <= link_in_words_i.second;
    pio_done_o <= pio_valid_i;
    pio_rdata_o <= packets;
    if (!rst_ni) begin
      first <= 8'd0;
      last <= 8'd0;
      whole_packets <= 8'd0;
      packets <= 32'd0;
    end else begin
      first <= first + {5'd0, link_take_i};
      last <= last + {5'd0, link_in_count_i};
      whole_packets <= whole_packets + tails_come - (link_take_i != 3'd0 && word.tail ? 8'd1 : 8'd0);
      packets <= packets + {24'd0, tails_come};
    end
  end
endmodule

`default_nettype wire
