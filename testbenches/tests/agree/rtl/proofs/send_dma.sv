// What is proved of the send DMA engine, whatever program and link do, beside the assertions within it and its FIFO.
`default_nettype none

module send_dma (
    input  wire logic                           clk,
    input  wire logic                           power_on,
    input  wire logic                           chip_reset,
    input  wire logic                           host_write,
    input  wire lanai_regs_pkg::send_dma_regs_t host_selected,
    input  wire logic [31:0]                    host_value,
    input  wire logic                           cpu_write,
    input  wire lanai_regs_pkg::send_dma_regs_t cpu_selected,
    input  wire logic [31:0]                    cpu_value,
    input  wire logic [1:0]                     sram_left,
    input  wire logic [31:0]                    first_word,
    input  wire logic [31:0]                    second_word,
    input  wire logic [2:0]                     link_takes
);
  localparam logic [20:0] SRAM_BYTES = 21'd262144;
  logic [1:0] wants;
  logic [1:0] granted;
  engines_pkg::span_t fetch;
  logic [2:0] offer;
  logic [2:0] take;
  link_pkg::front_t front;
  logic [5:0] waiting;
  logic active;
  engines_pkg::send_status_t status_at_begin;
  engines_pkg::send_status_t status;
  engines_pkg::send_status_t status_after;
  logic [31:0] pointer;
  logic [31:0] limit;
  engines_pkg::answer_t host_answer;
  engines_pkg::answer_t cpu_answer;
  assign granted = sram_left < wants ? sram_left : wants;
  assign take = link_takes < offer ? link_takes : offer;
  lanai_send_dma #(
      .SLOTS(2),
      .WORDS(8)
  ) u_engine (
      .clk_i(clk),
      .power_on_i(power_on),
      .chip_reset_i(chip_reset),
      .most_i(2'd2),
      .depth_i(6'd8),
      .start_i(6'd4),
      .sram_bytes_i(SRAM_BYTES),
      .host_i({1'b0, host_write, host_value}),
      .host_selected_i(host_selected),
      .host_o(host_answer),
      .cpu_i({1'b0, cpu_write, cpu_value}),
      .cpu_selected_i(cpu_selected),
      .cpu_o(cpu_answer),
      .wants_o(wants),
      .granted_i(granted),
      .fetch_o(fetch),
      .fetched_i({second_word, first_word}),
      .offer_o(offer),
      .front_o(front),
      .take_i(take),
      .waiting_o(waiting),
      .active_o(active),
      .status_at_begin_o(status_at_begin),
      .status_o(status),
      .status_after_o(status_after),
      .pointer_o(pointer),
      .limit_o(limit)
  );

  logic began = 1'b0;
  always_ff @(posedge clk) began <= 1'b1;
  always_comb begin
    assume (power_on == !began);
    assume (!(chip_reset && (host_write || cpu_write)));
    assume ((host_selected & (host_selected - 1'b1)) == '0 && (cpu_selected & (cpu_selected - 1'b1)) == '0);
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
      sent_only_when_all_is_fetched : assert (!(status_at_begin.done && active));
      ready_only_when_all_has_left : assert (!status_at_begin.ready || between == 8'd0);
    end
  end
endmodule

`default_nettype wire
