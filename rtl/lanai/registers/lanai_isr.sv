// ISR, put together from the bits that are remembered and from what the engines are doing.
`default_nettype none

module lanai_isr (
    input  wire logic [31:0] bits,
    // Words wait, send ready, host DMA done, send done, buffer full, received, unused bytes of its last word.
    input  wire logic [ 7:0] engines,
    output      logic [31:0] isr
);
  lanai_regs_pkg::isr_t told;
  always_comb begin
    told = 32'd0;
    told.word_rdy = engines[7];
    told.half_rdy = engines[7];
    told.byte_rdy = engines[7];
    told.send_rdy = engines[6];
    told.dma = engines[5];
    told.send = engines[4];
    told.buff = engines[3];
    told.recv = engines[2];
    told.orun = engines[2] ? engines[1:0] : 2'd0;
  end
  assign isr = bits | told;
endmodule

`default_nettype wire
