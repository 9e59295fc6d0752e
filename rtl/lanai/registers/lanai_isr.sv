// ISR, put together from the bits that are remembered and from what the engines are doing.
`default_nettype none

module lanai_isr (
    input  wire logic [31:0] bits_i,
    // Words wait, send ready, host DMA done, send done, buffer full, received, unused bytes of its last word.
    input  wire logic [ 7:0] engines_i,
    output      logic [31:0] isr_o
);
  lanai_regs_pkg::isr_t told;
  always_comb begin
    told = 32'd0;
    told.word_rdy = engines_i[7];
    told.half_rdy = engines_i[7];
    told.byte_rdy = engines_i[7];
    told.send_rdy = engines_i[6];
    told.dma = engines_i[5];
    told.send = engines_i[4];
    told.buff = engines_i[3];
    told.recv = engines_i[2];
    told.orun = engines_i[2] ? engines_i[1:0] : 2'd0;
  end
  assign isr_o = bits_i | told;
endmodule

`default_nettype wire
