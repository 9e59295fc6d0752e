// The board's window as the host sees it: which part of the board a word of PIO is for.
`default_nettype none

module lanai_host_port (
    input  wire logic        valid,
    input  wire logic        write,
    input  wire logic [20:0] address,         // byte offset in the window
    input  wire logic [20:0] sram_bytes,
    output      logic        to_sram,         // wants an access
    output      logic [20:0] sram_address,
    output      logic        register_write,
    output      logic        control_write,
    output      logic        elsewhere,       // done at once
    output      logic        is_register,
    output      logic        is_control,
    output      logic        is_eeprom,
    output      logic        is_ipt
);
  logic is_large;
  logic [31:0] offset;
  logic [31:0] sram_offset;
  assign is_large = {11'd0, sram_bytes} > board_regs_pkg::SramSpace;
  assign offset = {11'd0, address};
  assign sram_offset = offset - (is_large ? board_regs_pkg::Sram1mbOffset : board_regs_pkg::SramOffset);
  assign sram_address = sram_offset[20:0];
  assign to_sram = valid && sram_offset < {11'd0, sram_bytes};

  assign elsewhere = valid && !to_sram;
  assign is_register = offset - board_regs_pkg::RegisterOffset < board_regs_pkg::RegisterSpace;
  assign is_control = offset == board_regs_pkg::ControlOffset;
  assign is_eeprom = offset - board_regs_pkg::EepromOffset < board_regs_pkg::EepromSpace;
  assign is_ipt = offset - ipt_regs_pkg::TableOffset < ipt_regs_pkg::TableSpace;
  assign register_write = elsewhere && write && is_register;
  assign control_write = elsewhere && write && is_control;

`ifdef FLYBAR_ASSERT
  always_comb begin
    whole_words : assert (!valid || address[1:0] == 2'd0);
    one_part : assert ({2'd0, is_register} + {2'd0, is_control} + {2'd0, is_eeprom} + {2'd0, is_ipt} <= 3'd1);
  end
`endif
endmodule

`default_nettype wire
