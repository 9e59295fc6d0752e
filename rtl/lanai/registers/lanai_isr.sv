// ISR, put together from the bits that are remembered and from what the engines are doing.
`default_nettype none

module lanai_isr (
    input  wire logic [31:0]          bits_i,
    input  wire engines_pkg::status_t engines_i,
    output      logic [31:0]          isr_o
);
  engines_pkg::receive_status_t receive;
  lanai_regs_pkg::isr_t told;
  assign receive = engines_i.receive;
  always_comb begin
    told = 32'd0;
    told.word_rdy = receive.words_wait;
    told.half_rdy = receive.words_wait;
    told.byte_rdy = receive.words_wait;
    told.send_rdy = engines_i.send.ready;
    told.dma = engines_i.host_dma_done;
    told.send = engines_i.send.done;
    told.buff = receive.full;
    told.recv = receive.received;
    told.orun = receive.received ? receive.unused_bytes : 2'd0;
  end
  assign isr_o = bits_i | told;
endmodule

`default_nettype wire
