// The board's window as the host sees it: which part of the board a word of PIO is for.
`default_nettype none

module lanai_host_port (
    input  wire logic        valid_i,
    input  wire logic        write_i,
    input  wire logic [20:0] address_i,         // byte offset in the window
    input  wire logic [20:0] sram_bytes_i,
    output      logic        to_sram_o,         // wants an access
    output      logic [20:0] sram_address_o,
    output      logic        register_write_o,
    output      logic        control_write_o,
    output      logic        elsewhere_o,       // done at once
    output      logic        is_register_o,
    output      logic        is_control_o,
    output      logic        is_eeprom_o,
    output      logic        is_ipt_o
);
  logic is_large;
  logic [31:0] offset;
  logic [31:0] sram_offset;
  assign is_large = {11'd0, sram_bytes_i} > board_regs_pkg::SramSpace;
  assign offset = {11'd0, address_i};
  assign sram_offset = offset - (is_large ? board_regs_pkg::Sram1mbOffset : board_regs_pkg::SramOffset);
  assign sram_address_o = sram_offset[20:0];
  assign to_sram_o = valid_i && sram_offset < {11'd0, sram_bytes_i};

  assign elsewhere_o = valid_i && !to_sram_o;
  assign is_register_o = offset - board_regs_pkg::RegisterOffset < board_regs_pkg::RegisterSpace;
  assign is_control_o = offset == board_regs_pkg::ControlOffset;
  assign is_eeprom_o = offset - board_regs_pkg::EepromOffset < board_regs_pkg::EepromSpace;
  assign is_ipt_o = offset - ipt_regs_pkg::TableOffset < ipt_regs_pkg::TableSpace;
  assign register_write_o = elsewhere_o && write_i && is_register_o;
  assign control_write_o = elsewhere_o && write_i && is_control_o;

`ifdef FLYBAR_ASSERT
  always_comb begin
    whole_words : assert (!valid_i || address_i[1:0] == 2'd0);
    one_part : assert ({2'd0, is_register_o} + {2'd0, is_control_o} + {2'd0, is_eeprom_o} + {2'd0, is_ipt_o} <= 3'd1);
  end
`endif
endmodule

`default_nettype wire
