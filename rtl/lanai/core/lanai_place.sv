// Where the program is: the addresses of the next three instructions, because a jump takes effect one
// instruction later (one delay slot) and a load into the program counter two.
//
// The delay slot makes the place of the next instruction certain a clock before it executes.
`default_nettype none

module lanai_place (
    input  wire logic        clk_i,
    input  wire logic        clear_i,    // on to address 0
    input  wire logic        advance_i,  // the instruction at pc is done
    input  wire logic        jump_i,     // it jumps: its delay slot, then the target
    input  wire logic        load_i,     // it loads the program counter: two delay slots, then the target
    input  wire logic [31:0] target_i,
    output      logic [31:0] pc_o,
    output      logic [31:0] next_o
);
  logic [31:0] pc_q;
  logic [31:0] next_q;
  logic [31:0] after_next_q;
  logic [31:0] coming;
  assign coming = jump_i ? target_i : after_next_q;
  assign pc_o = pc_q;
  assign next_o = next_q;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      pc_q <= 32'd0;
      next_q <= 32'd4;
      after_next_q <= 32'd8;
    end else if (advance_i) begin
      pc_q <= next_q;
      next_q <= coming;
      after_next_q <= load_i ? target_i : coming + 32'd4;
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    one_kind_of_jump : assert (!(jump_i && load_i));
  end
`endif
endmodule

`default_nettype wire
