// Parts of a word: where the bytes of a store go, and what a load makes of the word it finds. Memory is
// big-endian; low address bits that would make an access unaligned do not count.
`default_nettype none

module lanai_access (
    input  wire isa_pkg::width_t        width_i,
    input  wire logic                   sign_extends_i,
    input  wire logic            [ 1:0] low_address_i,
    input  wire logic            [31:0] store_value_i,
    output      logic            [ 3:0] store_bytes_o, // bit 3 is the byte at the lowest address
    output      logic            [31:0] store_word_o,
    input  wire logic            [31:0] found_word_i,
    output      logic            [31:0] loaded_value_o
);
  logic [15:0] half;
  logic [7:0] byte_found;
  assign half = low_address_i[1] ? found_word_i[15:0] : found_word_i[31:16];
  assign byte_found = low_address_i[0] ? half[7:0] : half[15:8];

  always_comb begin
    case (width_i)
      isa_pkg::WIDTH_HALF: begin
        store_bytes_o = low_address_i[1] ? 4'b0011 : 4'b1100;
        store_word_o = {2{store_value_i[15:0]}};
        loaded_value_o = {{16{sign_extends_i && half[15]}}, half};
      end
      isa_pkg::WIDTH_BYTE: begin
        store_bytes_o = 4'b1000 >> low_address_i;
        store_word_o = {4{store_value_i[7:0]}};
        loaded_value_o = {{24{sign_extends_i && byte_found[7]}}, byte_found};
      end
      default: begin
        store_bytes_o = 4'b1111;
        store_word_o = store_value_i;
        loaded_value_o = found_word_i;
      end
    endcase
  end
endmodule

`default_nettype wire
