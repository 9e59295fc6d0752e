// What is stored of a word from the link: the bytes that its packet lacks are zero, and the CRC byte, if it is one,
// becomes what is left of the check.
`default_nettype none

module lanai_tail_word (
    input  wire logic [31:0] word_i,
    input  wire logic [ 1:0] last_byte_i,  // its bytes less one
    input  wire logic        used_i,       // else 0 is stored
    input  wire logic        checks_i,     // the last byte is the CRC of a packet, and is to be checked
    input  wire logic [ 7:0] crc_i,
    output      logic [31:0] stored_o
);
  logic [7:0] last;
  always_comb begin
    last = 8'd0;
    stored_o = 32'd0;
    if (used_i) begin
      case (last_byte_i)
        2'd0: begin
          last = checks_i ? crc_i : word_i[31:24];
          stored_o = {last, 24'd0};
        end
        2'd1: begin
          last = checks_i ? crc_i : word_i[23:16];
          stored_o = {word_i[31:24], last, 16'd0};
        end
        2'd2: begin
          last = checks_i ? crc_i : word_i[15:8];
          stored_o = {word_i[31:16], last, 8'd0};
        end
        default: begin
          last = checks_i ? crc_i : word_i[7:0];
          stored_o = {word_i[31:8], last};
        end
      endcase
    end
  end
endmodule

`default_nettype wire
