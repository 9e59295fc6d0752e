// Whether the flags meet a condition, which is the field DDDI: each odd code is the opposite of the even one.
`default_nettype none

module lanai_condition (
    input  wire logic            [3:0] condition,
    input  wire isa_pkg::flags_t       flags,
    output      logic                  met
);
  logic even;
  always_comb begin
    case (condition[3:1])
      3'd0:    even = 1'b1;
      3'd1:    even = flags.carry && !flags.zero;
      3'd2:    even = !flags.carry;
      3'd3:    even = !flags.zero;
      3'd4:    even = !flags.overflow;
      3'd5:    even = !flags.negative;
      3'd6:    even = flags.negative == flags.overflow;
      default: even = flags.negative == flags.overflow && !flags.zero;
    endcase
  end
  assign met = even != condition[0];
endmodule

`default_nettype wire
