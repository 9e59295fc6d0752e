// What a program may not write to the registers of the send DMA.
`default_nettype none

module lanai_send_rules (
    input  wire logic        write,
    input  wire logic [ 7:0] offset,
    input  wire logic [31:2] value,
    input  wire logic        active,
    input  wire logic [31:0] pointer,
    input  wire logic [20:0] sram_bytes,
    output      logic [ 3:0] fault
);
  logic limit_fits;
  always_comb begin
    fault = fault_pkg::NONE;
    limit_fits = 1'b0;
    if (write) begin
      limit_fits = {value, 2'd0} >= pointer && {value, 2'b11} < {11'd0, sram_bytes};
      case ({24'd0, offset})
        lanai_regs_pkg::SmlOffset, lanai_regs_pkg::SmltOffset:
          if (active) fault = fault_pkg::SEND_STARTED;
          else if (!limit_fits) fault = fault_pkg::SEND_LIMIT;
        lanai_regs_pkg::SbOffset, lanai_regs_pkg::ShOffset, lanai_regs_pkg::SwOffset, lanai_regs_pkg::StOffset:
          fault = fault_pkg::BYTES_SENT;
        default: ;
      endcase
    end
  end
endmodule

`default_nettype wire
