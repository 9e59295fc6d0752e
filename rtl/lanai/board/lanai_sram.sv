// The NIC's memory. Accesses take effect in the order host, receive DMA, send DMA, data of the processor: who comes later
// sees what was stored earlier. The ports are those of the users; the arbiter sees to it that no more of them are used
// in a clock than the memory has accesses. The next instruction has a port of its own, which shows its word as it is at
// the begin of the clock; the access for it counts when it executes.
//
// Addresses count bytes; all accesses are words, of which the processor may write some bytes only.
`default_nettype none

module lanai_sram #(
    parameter int unsigned WORDS = 262144
) (
    input  wire logic                    clk_i,
    // The words that exist have fewer address bits.
    // verilator lint_off UNUSEDSIGNAL
    input  wire logic [31:0]             host_address_i,
    input  wire logic                    host_write_i,
    input  wire logic [31:0]             host_store_i,
    output      logic [31:0]             host_word_o,
    input  wire engines_pkg::span_t      receive_i,
    input  wire engines_pkg::two_words_t received_i,
    input  wire engines_pkg::span_t      send_i,
    output      engines_pkg::two_words_t sent_o,
    input  wire logic [31:0]             next_address_i,
    output      logic [31:0]             next_word_o,
    input  wire logic [31:0]             data_address_i,
    // verilator lint_on UNUSEDSIGNAL
    input  wire logic [ 3:0]             data_write_i,
    input  wire logic [31:0]             data_store_i,
    output      logic [31:0]             data_word_o
);
  localparam int unsigned BITS = $clog2(WORDS);
  logic [31:0] mem[WORDS]  /*verilator public_flat_rd*/;

  logic [BITS-1:0] host_index;
  logic [BITS-1:0] receive_index;
  logic [BITS-1:0] receive_index_2;
  logic [BITS-1:0] send_index;
  logic [BITS-1:0] send_index_2;
  logic [BITS-1:0] next_index;
  logic [BITS-1:0] data_index;
  assign host_index = host_address_i[2+:BITS];
  assign receive_index = receive_i.address[2+:BITS];
  assign receive_index_2 = receive_index + 1'b1;
  assign send_index = send_i.address[2+:BITS];
  assign send_index_2 = send_index + 1'b1;
  assign next_index = next_address_i[2+:BITS];
  assign data_index = data_address_i[2+:BITS];

  assign next_word_o = mem[next_index];
  assign host_word_o = mem[host_index];
  // Whoever takes both accesses of a clock has it alone, so second words meet nobody.
  always_comb begin
    sent_o = '0;
    if (send_i.words != 2'd0) begin
      sent_o.first = mem[send_index];
      if (host_write_i && send_index == host_index) sent_o.first = host_store_i;
      if (receive_i.words != 2'd0 && send_index == receive_index) sent_o.first = received_i.first;
    end
    if (send_i.words[1]) sent_o.second = mem[send_index_2];
  end

  always_comb begin
    data_word_o = mem[data_index];
    if (host_write_i && data_index == host_index) data_word_o = host_store_i;
    if (receive_i.words != 2'd0 && data_index == receive_index) data_word_o = received_i.first;
  end

  logic [31:0] data_kept;
  always_comb begin
    for (int i = 0; i < 4; i++) data_kept[8*i+:8] = data_write_i[i] ? data_store_i[8*i+:8] : data_word_o[8*i+:8];
  end

  always_ff @(posedge clk_i) begin
    if (host_write_i) mem[host_index] <= host_store_i;
    if (receive_i.words != 2'd0) mem[receive_index] <= received_i.first;
    if (receive_i.words[1]) mem[receive_index_2] <= received_i.second;
    if (data_write_i != 4'd0) mem[data_index] <= data_kept;
  end
endmodule

`default_nettype wire
