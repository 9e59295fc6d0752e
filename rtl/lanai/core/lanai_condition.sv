// Whether the flags meet a condition, which is the field DDDI: each odd code is the opposite of the even one.
`default_nettype none

module lanai_condition (
    input  wire logic            [3:0] condition_i,
    input  wire isa_pkg::flags_t       flags_i,
    output      logic                  met_o
);
  logic even;
  always_comb begin
    case (condition_i[3:1])
      3'd0:    even = 1'b1;
      3'd1:    even = flags_i.carry && !flags_i.zero;
      3'd2:    even = !flags_i.carry;
      3'd3:    even = !flags_i.zero;
      3'd4:    even = !flags_i.overflow;
      3'd5:    even = !flags_i.negative;
      3'd6:    even = flags_i.negative == flags_i.overflow;
      default: even = flags_i.negative == flags_i.overflow && !flags_i.zero;
    endcase
  end
  assign met_o = even != condition_i[0];
endmodule

`default_nettype wire
