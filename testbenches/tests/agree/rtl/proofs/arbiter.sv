// What is proved of the arbiter for every order and all wants, beside the assertions within it: who waits, and for
// whom.
`default_nettype none

module arbiter (
    input wire logic       clk,
    input wire logic [1:0] order,
    input wire logic [1:0] accesses,
    input wire logic       want_host,
    input wire logic [1:0] want_receive,
    input wire logic [1:0] want_send,
    input wire logic [1:0] want_processor
);
  logic grant_host;
  logic [1:0] grant_receive;
  logic [1:0] grant_send;
  logic [1:0] grant_processor;
  lanai_arbiter u_arbiter (
      .order_i(order),
      .accesses_i(accesses),
      .want_host_i(want_host),
      .want_receive_i(want_receive),
      .want_send_i(want_send),
      .want_processor_i(want_processor),
      .grant_host_o(grant_host),
      .grant_receive_o(grant_receive),
      .grant_send_o(grant_send),
      .grant_processor_o(grant_processor)
  );

  always_comb begin
    assume (accesses == 2'd1 || accesses == 2'd2);
    assume (want_receive != 2'd3 && want_send != 2'd3 && want_processor != 2'd3);
  end

  // Words of the link in a clock: one each way.
  logic one_word_links;
  assign one_word_links = want_receive <= 2'd1 && want_send <= 2'd1;
  logic [2:0] granted;
  assign granted = {2'd0, grant_host} + {1'b0, grant_receive} + {1'b0, grant_send} + {1'b0, grant_processor};
  always_comb begin
    never_more_than_two : assert (granted <= 3'd2);
    first_never_waits : assert (order == 2'd1 ? grant_receive == want_receive || want_receive > accesses :
                                order == 2'd3 ? grant_processor == want_processor || want_processor > accesses :
                                grant_host == want_host);
    second_never_waits_of_two : assert (accesses != 2'd2 || !one_word_links || order == 2'd3 ||
        (order == 2'd2 ? grant_send == want_send : grant_receive == want_receive));
    third_waits_only_for_both_before : assert (accesses != 2'd2 || !one_word_links || order == 2'd3 ||
        (order == 2'd2 ? grant_receive == want_receive || (grant_host && grant_send[0])
                       : grant_send == want_send || (grant_host && grant_receive[0])));
    last_waits_only_for_those_before : assert (order == 2'd3 || grant_processor != 2'd0 ||
        {2'd0, grant_host} + {1'b0, grant_receive} + {1'b0, grant_send} == {1'b0, accesses});
  end
endmodule

`default_nettype wire
