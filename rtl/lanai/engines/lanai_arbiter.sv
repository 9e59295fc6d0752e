// Who gets the accesses to the SRAM of one clock: fixed priority, each port takes what it wants of what is left.
// A processor that comes last may use all that the engines leave.
`default_nettype none

module lanai_arbiter (
    input  wire logic [1:0] order,          // 0 host receive send processor, 1 receive host send processor,
                                            // 2 host send receive processor, 3 processor host receive send
    input  wire logic [1:0] accesses,       // of a clock, 1 or 2
    input  wire logic       want_host,
    input  wire logic [1:0] want_receive,
    input  wire logic [1:0] want_send,
    input  wire logic [1:0] want_processor, // counts only if the processor comes first
    output      logic       grant_host,
    output      logic [1:0] grant_receive,
    output      logic [1:0] grant_send,
    output      logic [1:0] grant_processor
);
  logic processor_first;
  logic [1:0] after_processor;
  logic receive_before_host;
  logic send_before_receive;
  logic [1:0] before_host;
  logic [1:0] before_receive;
  logic [1:0] before_send;
  logic [1:0] left;

  always_comb begin
    processor_first = order == 2'd3;
    receive_before_host = order == 2'd1;
    send_before_receive = order == 2'd2;

    after_processor = accesses;
    grant_processor = 2'd0;
    if (processor_first) begin
      grant_processor = want_processor < accesses ? want_processor : accesses;
      after_processor = accesses - grant_processor;
    end

    // Each engine is left what those before it do not take.
    before_host = after_processor;
    if (receive_before_host) before_host = after_processor > want_receive ? after_processor - want_receive : 2'd0;
    grant_host = want_host && before_host != 2'd0;

    before_receive = receive_before_host ? after_processor : after_processor - {1'b0, grant_host};
    if (send_before_receive) before_receive = before_receive > want_send ? before_receive - want_send : 2'd0;
    grant_receive = want_receive < before_receive ? want_receive : before_receive;

    before_send = after_processor - {1'b0, grant_host};
    if (!send_before_receive) before_send = before_send - grant_receive;
    grant_send = want_send < before_send ? want_send : before_send;

    left = after_processor - {1'b0, grant_host} - grant_receive - grant_send;
    if (!processor_first) grant_processor = left;
  end

`ifdef FLYBAR_ASSERT
  logic [2:0] granted;
  assign granted = {2'd0, grant_host} + {1'b0, grant_receive} + {1'b0, grant_send} + {1'b0, grant_processor};
  always_comb begin
    no_more_than_there_are : assert (granted <= {1'b0, accesses});
    host_gets_what_it_wants_at_most : assert (!grant_host || want_host);
    receive_gets_what_it_wants_at_most : assert (grant_receive <= want_receive);
    send_gets_what_it_wants_at_most : assert (grant_send <= want_send);
    no_access_is_wasted_on_a_processor_that_is_last : assert (processor_first || granted == {1'b0, accesses});
    processor_first_gets_what_it_wants : assert (!processor_first || grant_processor == want_processor || grant_processor == accesses);
    host_goes_before_send : assert (!(want_host && !grant_host) || grant_send == 2'd0);
    host_goes_before_receive : assert (order == 2'd1 || !(want_host && !grant_host) || grant_receive == 2'd0);
    receive_goes_before_host : assert (order != 2'd1 || grant_receive == want_receive || !grant_host);
    receive_goes_before_send : assert (order == 2'd2 || grant_receive == want_receive || grant_send == 2'd0);
    send_goes_before_receive : assert (order != 2'd2 || grant_send == want_send || grant_receive == 2'd0);
  end
`endif
endmodule

`default_nettype wire
