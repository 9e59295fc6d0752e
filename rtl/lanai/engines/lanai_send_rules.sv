// What a program may not write to the registers of the send DMA.
`default_nettype none

module lanai_send_rules (
    input  wire logic        write_i,
    input  wire logic [ 7:0] offset_i,
    input  wire logic [31:2] value_i,
    input  wire logic        active_i,
    input  wire logic [31:0] pointer_i,
    input  wire logic [20:0] sram_bytes_i,
    output      logic [ 3:0] fault_o
);
  logic limit_fits;
  always_comb begin
    fault_o = fault_pkg::NONE;
    limit_fits = 1'b0;
    if (write_i) begin
      limit_fits = {value_i, 2'd0} >= pointer_i && {value_i, 2'b11} < {11'd0, sram_bytes_i};
      case ({24'd0, offset_i})
        lanai_regs_pkg::SmlOffset, lanai_regs_pkg::SmltOffset:
          if (active_i) fault_o = fault_pkg::SEND_STARTED;
          else if (!limit_fits) fault_o = fault_pkg::SEND_LIMIT;
        lanai_regs_pkg::SbOffset, lanai_regs_pkg::ShOffset, lanai_regs_pkg::SwOffset, lanai_regs_pkg::StOffset:
          fault_o = fault_pkg::BYTES_SENT;
        default: ;
      endcase
    end
  end
endmodule

`default_nettype wire
