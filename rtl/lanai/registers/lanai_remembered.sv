// The registers that only remember what was written: 64 words, of which those that other parts keep are never read
// here. Reset makes all of them 0, by forgetting that they were written.
`default_nettype none

module lanai_remembered (
    input  wire logic        clk_i,
    input  wire logic        clear_i,
    input  wire logic        host_read_i,
    input  wire logic        host_write_i,
    input  wire logic [ 7:2] host_word_i,
    input  wire logic [31:0] host_value_i,
    output      logic [31:0] host_found_o,   // before the host's write
    input  wire logic        cpu_read_i,
    input  wire logic        cpu_write_i,
    input  wire logic [ 7:2] cpu_word_i,
    input  wire logic [31:0] cpu_value_i,
    output      logic [31:0] cpu_found_o     // after the host's write
);
  logic [31:0] words[64];
  logic [63:0] written_q;

  always_comb begin
    host_found_o = 32'd0;
    cpu_found_o = 32'd0;
    if (host_read_i && written_q[host_word_i]) host_found_o = words[host_word_i];
    if (cpu_read_i) begin
      if (host_write_i && host_word_i == cpu_word_i) cpu_found_o = host_value_i;
      else if (written_q[cpu_word_i]) cpu_found_o = words[cpu_word_i];
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      written_q <= 64'd0;
    end else begin
      if (host_write_i) written_q[host_word_i] <= 1'b1;
      if (cpu_write_i) written_q[cpu_word_i] <= 1'b1;
    end
    if (host_write_i) words[host_word_i] <= host_value_i;
    if (cpu_write_i) words[cpu_word_i] <= cpu_value_i;
  end
endmodule

`default_nettype wire
