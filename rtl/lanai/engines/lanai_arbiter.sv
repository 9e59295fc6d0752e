// Who gets the accesses to the SRAM of one clock: fixed priority, each port takes what it wants of what is left.
// A processor that comes last may use all that the engines leave.
`default_nettype none

module lanai_arbiter (
    input  wire logic [1:0] order_i,          // arbitration_pkg
    input  wire logic [1:0] accesses_i,       // of a clock, 1 or 2
    input  wire logic       want_host_i,
    input  wire logic [1:0] want_receive_i,
    input  wire logic [1:0] want_send_i,
    input  wire logic [1:0] want_processor_i, // counts only if the processor comes first
    output      logic       grant_host_o,
    output      logic [1:0] grant_receive_o,
    output      logic [1:0] grant_send_o,
    output      logic [1:0] grant_processor_o
);
  logic [3:0] this_order;
  logic processor_first;
  logic [1:0] after_processor;
  logic receive_before_host;
  logic send_before_receive;
  logic [1:0] before_host;
  logic [1:0] before_receive;
  logic [1:0] before_send;
  logic [1:0] left;

  assign this_order = 4'd1 << order_i;
  always_comb begin
    processor_first = (arbitration_pkg::ProcessorFirst & this_order) != 4'd0;
    receive_before_host = (arbitration_pkg::ReceiveBeforeHost & this_order) != 4'd0;
    send_before_receive = (arbitration_pkg::SendBeforeReceive & this_order) != 4'd0;

    after_processor = accesses_i;
    grant_processor_o = 2'd0;
    if (processor_first) begin
      grant_processor_o = want_processor_i < accesses_i ? want_processor_i : accesses_i;
      after_processor = accesses_i - grant_processor_o;
    end

    // Each engine is left what those before it do not take.
    before_host = after_processor;
    if (receive_before_host) before_host = after_processor > want_receive_i ? after_processor - want_receive_i : 2'd0;
    grant_host_o = want_host_i && before_host != 2'd0;

    before_receive = receive_before_host ? after_processor : after_processor - {1'b0, grant_host_o};
    if (send_before_receive) before_receive = before_receive > want_send_i ? before_receive - want_send_i : 2'd0;
    grant_receive_o = want_receive_i < before_receive ? want_receive_i : before_receive;

    before_send = after_processor - {1'b0, grant_host_o};
    if (!send_before_receive) before_send = before_send - grant_receive_o;
    grant_send_o = want_send_i < before_send ? want_send_i : before_send;

    left = after_processor - {1'b0, grant_host_o} - grant_receive_o - grant_send_o;
    if (!processor_first) grant_processor_o = left;
  end

`ifdef FLYBAR_ASSERT
  logic [2:0] granted;
  assign granted = {2'd0, grant_host_o} + {1'b0, grant_receive_o} + {1'b0, grant_send_o} + {1'b0, grant_processor_o};
  always_comb begin
    no_more_than_there_are : assert (granted <= {1'b0, accesses_i});
    host_gets_what_it_wants_at_most : assert (!grant_host_o || want_host_i);
    receive_gets_what_it_wants_at_most : assert (grant_receive_o <= want_receive_i);
    send_gets_what_it_wants_at_most : assert (grant_send_o <= want_send_i);
    no_access_is_wasted_on_a_processor_that_is_last : assert (processor_first || granted == {1'b0, accesses_i});
    processor_first_gets_what_it_wants :
    assert (!processor_first || grant_processor_o == want_processor_i || grant_processor_o == accesses_i);
    host_goes_before_send : assert (!(want_host_i && !grant_host_o) || grant_send_o == 2'd0);
    host_goes_before_receive : assert (receive_before_host || !(want_host_i && !grant_host_o) || grant_receive_o == 2'd0);
    receive_goes_before_host : assert (!receive_before_host || grant_receive_o == want_receive_i || !grant_host_o);
    receive_goes_before_send : assert (send_before_receive || grant_receive_o == want_receive_i || grant_send_o == 2'd0);
    send_goes_before_receive : assert (!send_before_receive || grant_send_o == want_send_i || grant_receive_o == 2'd0);
  end
`endif
endmodule

`default_nettype wire
