// Parts of a word: where the bytes of a store go, and what a load makes of the word it finds. Memory is
// big-endian; low address bits that would make an access unaligned do not count.
`default_nettype none

module lanai_access (
    input  wire isa_pkg::width_t        width,
    input  wire logic                   sign_extends,
    input  wire logic            [ 1:0] low_address,
    input  wire logic            [31:0] store_value,
    output      logic            [ 3:0] store_bytes,  // bit 3 is the byte at the lowest address
    output      logic            [31:0] store_word,
    input  wire logic            [31:0] found_word,
    output      logic            [31:0] loaded_value
);
  logic [15:0] half;
  logic [7:0] byte_found;
  assign half = low_address[1] ? found_word[15:0] : found_word[31:16];
  assign byte_found = low_address[0] ? half[7:0] : half[15:8];

  always_comb begin
    case (width)
      isa_pkg::WIDTH_HALF: begin
        store_bytes = low_address[1] ? 4'b0011 : 4'b1100;
        store_word = {2{store_value[15:0]}};
        loaded_value = {{16{sign_extends && half[15]}}, half};
      end
      isa_pkg::WIDTH_BYTE: begin
        store_bytes = 4'b1000 >> low_address;
        store_word = {4{store_value[7:0]}};
        loaded_value = {{24{sign_extends && byte_found[7]}}, byte_found};
      end
      default: begin
        store_bytes = 4'b1111;
        store_word = store_value;
        loaded_value = found_word;
      end
    endcase
  end
endmodule

`default_nettype wire
