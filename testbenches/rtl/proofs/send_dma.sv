// What is proved of the send DMA engine, whatever program and link do, beside the assertions within it and its FIFO.
`default_nettype none

module send_dma (
    input wire logic        clk,
    input wire logic        power_on,
    input wire logic        chip_reset,
    input wire logic        host_write,
    input wire logic [ 7:0] host_offset,
    input wire logic [31:0] host_value,
    input wire logic        cpu_write,
    input wire logic [ 7:0] cpu_offset,
    input wire logic [31:0] cpu_value,
    input wire logic [ 1:0] sram_left,
    input wire logic [31:0] first_word,
    input wire logic [31:0] second_word,
    input wire logic [ 2:0] link_takes
);
  localparam logic [20:0] SRAM_BYTES = 21'd262144;
  logic [1:0] wants;
  logic [1:0] granted;
  logic [31:0] sram_address;
  logic [2:0] offer;
  logic [2:0] take;
  logic [2*44-1:0] front;
  logic [5:0] waiting;
  logic active;
  logic done;
  logic ready_at_begin;
  logic ready;
  logic [1:0] alignment;
  logic [31:0] pointer;
  logic [31:0] limit;
  logic done_after;
  logic ready_after;
  logic [1:0] alignment_after;
  logic [31:0] pointer_after;
  logic [31:0] limit_after;
  logic [3:0] host_fault;
  logic [3:0] cpu_fault;
  assign granted = sram_left < wants ? sram_left : wants;
  assign take = link_takes < offer ? link_takes : offer;
  lanai_send_dma #(
      .SLOTS(2),
      .WORDS(8)
  ) u_engine (
      .clk(clk),
      .power_on(power_on),
      .chip_reset(chip_reset),
      .most(2'd2),
      .depth(6'd8),
      .start(6'd4),
      .sram_bytes(SRAM_BYTES),
      .host_write(host_write),
      .host_offset(host_offset),
      .host_value(host_value),
      .cpu_write(cpu_write),
      .cpu_offset(cpu_offset),
      .cpu_value(cpu_value),
      .wants(wants),
      .granted(granted),
      .sram_address(sram_address),
      .first_word(first_word),
      .second_word(second_word),
      .offer(offer),
      .front(front),
      .take(take),
      .waiting(waiting),
      .active(active),
      .done(done),
      .ready_at_begin(ready_at_begin),
      .ready(ready),
      .alignment(alignment),
      .pointer(pointer),
      .limit(limit),
      .done_after(done_after),
      .ready_after(ready_after),
      .alignment_after(alignment_after),
      .pointer_after(pointer_after),
      .limit_after(limit_after),
      .host_fault(host_fault),
      .cpu_fault(cpu_fault)
  );

  logic began = 1'b0;
  always_ff @(posedge clk) began <= 1'b1;
  always_comb begin
    assume (power_on == !began);
    assume (!(chip_reset && (host_write || cpu_write)));
  end

  // Words fetched and words that have left, counted apart from the engine.
  logic [7:0] fetched;
  logic [7:0] gone;
  always_ff @(posedge clk) begin
    if (power_on || chip_reset) begin
      fetched <= 8'd0;
      gone <= 8'd0;
    end else begin
      fetched <= fetched + {6'd0, granted};
      gone <= gone + {5'd0, take};
    end
  end
  logic [7:0] between;
  assign between = fetched - gone;
  always_ff @(posedge clk) begin
    if (!power_on) begin
      link_never_overtakes_the_fetch : assert (between == {2'd0, waiting} && between <= 8'd8);
      takes_no_more_than_was_fetched : assert ({5'd0, take} <= between);
      sent_only_when_all_is_fetched : assert (!(done && active));
      ready_only_when_all_has_left : assert (!ready_at_begin || between == 8'd0);
    end
  end
endmodule

`default_nettype wire
