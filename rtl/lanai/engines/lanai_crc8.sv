// CRC-8 of a packet (x^8+x^2+x+1, most significant bit first), taken on over the bytes of one word.
`default_nettype none

module lanai_crc8 (
    input  wire logic [ 7:0] crc_in_i,
    input  wire logic [31:0] word_i,
    input  wire logic [ 3:0] counts_i,  // which of its bytes count; bit 3 is the first
    output      logic [ 7:0] crc_out_o
);
  logic [7:0] sum;
  logic [9:0] product;  // of the byte and x^8, which is x^2+x+1
  always_comb begin
    crc_out_o = crc_in_i;
    sum = 8'd0;
    product = 10'd0;
    for (int i = 3; i >= 0; i--) begin
      if (counts_i[i]) begin
        sum = crc_out_o ^ word_i[8*i+:8];
        product = {2'd0, sum} ^ {1'd0, sum, 1'd0} ^ {sum, 2'd0};
        crc_out_o = product[7:0] ^ {6'd0, product[9:8]} ^ {5'd0, product[9:8], 1'd0} ^ {4'd0, product[9:8], 2'd0};
      end
    end
  end
endmodule

`default_nettype wire
