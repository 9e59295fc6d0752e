// The registers that only remember what was written: 64 words, of which those that other parts keep are never read
// here. Reset makes all of them 0, by forgetting that they were written.
`default_nettype none

module lanai_remembered (
    input  wire logic        clk,
    input  wire logic        clear,
    input  wire logic        host_read,
    input  wire logic        host_write,
    input  wire logic [ 7:2] host_word,
    input  wire logic [31:0] host_value,
    output      logic [31:0] host_found,   // before the host's write
    input  wire logic        cpu_read,
    input  wire logic        cpu_write,
    input  wire logic [ 7:2] cpu_word,
    input  wire logic [31:0] cpu_value,
    output      logic [31:0] cpu_found     // after the host's write
);
  logic [31:0] words[64];
  logic [63:0] written;

  always_comb begin
    host_found = 32'd0;
    cpu_found = 32'd0;
    if (host_read && written[host_word]) host_found = words[host_word];
    if (cpu_read) begin
      if (host_write && host_word == cpu_word) cpu_found = host_value;
      else if (written[cpu_word]) cpu_found = words[cpu_word];
    end
  end

  always_ff @(posedge clk) begin
    if (clear) begin
      written <= 64'd0;
    end else begin
      if (host_write) written[host_word] <= 1'b1;
      if (cpu_write) written[cpu_word] <= 1'b1;
    end
    if (host_write) words[host_word] <= host_value;
    if (cpu_write) words[cpu_word] <= cpu_value;
  end
endmodule

`default_nettype wire
