// What a program may not write to the registers of the host DMA.
`default_nettype none

module lanai_host_dma_rules (
    input  wire logic        write,
    input  wire logic [ 7:0] offset,
    input  wire logic [31:0] value,
    input  wire logic        busy,
    input  wire logic [ 1:0] ear,     // its low bits
    input  wire logic [31:0] lar,
    input  wire logic [20:0] sram_bytes,
    output      logic [ 3:0] fault
);
  logic [32:0] end_of_transfer;
  always_comb begin
    fault = fault_pkg::NONE;
    end_of_transfer = 33'd0;
    if (write) begin
      end_of_transfer = {1'b0, lar} + {1'b0, value};
      case ({24'd0, offset})
        lanai_regs_pkg::EarOffset, lanai_regs_pkg::LarOffset, lanai_regs_pkg::DmaDirOffset:
          if (busy) fault = fault_pkg::HOST_DMA_SET_UP;
        lanai_regs_pkg::DmaCtrOffset:
          if (busy) fault = fault_pkg::HOST_DMA_STARTED;
          else if (value[1:0] != 2'd0 || ear != 2'd0) fault = fault_pkg::HOST_DMA_WORDS;
          else if (end_of_transfer > {12'd0, sram_bytes}) fault = fault_pkg::HOST_DMA_OUTSIDE;
        default: ;
      endcase
    end
  end
endmodule

`default_nettype wire
