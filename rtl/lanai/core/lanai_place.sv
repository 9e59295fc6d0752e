// Where the program is: the addresses of the next three instructions, because a jump takes effect one
// instruction later (one delay slot) and a load into the program counter two.
`default_nettype none

module lanai_place (
    input  wire logic        clk,
    input  wire logic        clear,    // on to address 0
    input  wire logic        advance,  // the instruction at pc is done
    input  wire logic        jump,     // it jumps: its delay slot, then the target
    input  wire logic        load,     // it loads the program counter: two delay slots, then the target
    input  wire logic [31:0] target,
    output      logic [31:0] pc
);
  logic [31:0] next;
  logic [31:0] after_next;
  logic [31:0] coming;
  assign coming = jump ? target : after_next;

  always_ff @(posedge clk) begin
    if (clear) begin
      pc <= 32'd0;
      next <= 32'd4;
      after_next <= 32'd8;
    end else if (advance) begin
      pc <= next;
      next <= coming;
      after_next <= load ? target : coming + 32'd4;
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk) begin
    one_kind_of_jump : assert (!(jump && load));
  end
`endif
endmodule

`default_nettype wire
