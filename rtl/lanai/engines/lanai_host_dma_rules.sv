// What a program may not write to the registers of the host DMA.
`default_nettype none

module lanai_host_dma_rules (
    input  wire logic        write_i,
    input  wire logic [ 7:0] offset_i,
    input  wire logic [31:0] value_i,
    input  wire logic        busy_i,
    input  wire logic [ 1:0] ear_i,     // its low bits
    input  wire logic [31:0] lar_i,
    input  wire logic [20:0] sram_bytes_i,
    output      logic [ 3:0] fault_o
);
  logic [32:0] end_of_transfer;
  always_comb begin
    fault_o = fault_pkg::NONE;
    end_of_transfer = 33'd0;
    if (write_i) begin
      end_of_transfer = {1'b0, lar_i} + {1'b0, value_i};
      case ({24'd0, offset_i})
        lanai_regs_pkg::EarOffset, lanai_regs_pkg::LarOffset, lanai_regs_pkg::DmaDirOffset:
          if (busy_i) fault_o = fault_pkg::HOST_DMA_SET_UP;
        lanai_regs_pkg::DmaCtrOffset:
          if (busy_i) fault_o = fault_pkg::HOST_DMA_STARTED;
          else if (value_i[1:0] != 2'd0 || ear_i != 2'd0) fault_o = fault_pkg::HOST_DMA_WORDS;
          else if (end_of_transfer > {12'd0, sram_bytes_i}) fault_o = fault_pkg::HOST_DMA_OUTSIDE;
        default: ;
      endcase
    end
  end
endmodule

`default_nettype wire
