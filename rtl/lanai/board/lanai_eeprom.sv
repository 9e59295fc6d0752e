// The board's EEPROM, as far as it is not zero: clock constant, kind of chip, size of the SRAM. Its 112 bytes repeat.
`default_nettype none

module lanai_eeprom (
    input  wire logic        read_i,
    input  wire logic [17:2] word_i,        // of the EEPROM's space
    input  wire logic [20:0] sram_bytes_i,
    output      logic [31:0] found_o
);
  // 28 words: the remainder by 4 is two bits, that by 7 the sum of the octal digits.
  logic [13:0] fours;
  logic [5:0] digits;
  logic [3:0] digit;
  logic first_four;
  assign fours = word_i[17:4];
  assign digits = {3'd0, fours[2:0]} + {3'd0, fours[5:3]} + {3'd0, fours[8:6]} + {3'd0, fours[11:9]} + {4'd0, fours[13:12]};
  assign digit = {1'b0, digits[2:0]} + {1'b0, digits[5:3]};
  assign first_four = digit == 4'd0 || digit == 4'd7;

  always_comb begin
    found_o = 32'd0;
    if (read_i && first_four) begin
      case ({28'd0, word_i[3:2], 2'd0})
        board_regs_pkg::EepromClockValueOffset: found_o = board_regs_pkg::ClockValue41;
        board_regs_pkg::EepromCpuVersionOffset: found_o = {board_regs_pkg::CpuVersion41[15:0], 16'd0};
        board_regs_pkg::EepromSramSizeOffset:   found_o = {11'd0, sram_bytes_i};
        default: ;
      endcase
    end
  end
endmodule

`default_nettype wire
