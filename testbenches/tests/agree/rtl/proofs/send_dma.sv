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
  logic [31:0] sram_address;
  logic [2:0] offer;
  logic [2:0] take;
  logic [2*44-1:0] front;
  logic [5:0] waiting;
  logic active;
  logic done;
  logic ready_at_begin;
  logic ready;
  logic [31:0] pointer;
  logic [31:0] limit;
  logic done_after;
  logic ready_after;
  logic [31:0] host_found;
  logic [31:0] cpu_found;
  logic [3:0] host_fault;
  logic [3:0] cpu_fault;
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
      .host_selected_i(host_selected),
      .host_read_i(1'b0),
      .host_write_i(host_write),
      .host_value_i(host_value),
      .host_found_o(host_found),
      .host_fault_o(host_fault),
      .cpu_selected_i(cpu_selected),
      .cpu_read_i(1'b0),
      .cpu_write_i(cpu_write),
      .cpu_value_i(cpu_value),
      .cpu_found_o(cpu_found),
      .cpu_fault_o(cpu_fault),
      .wants_o(wants),
      .granted_i(granted),
      .sram_address_o(sram_address),
      .first_word_i(first_word),
      .second_word_i(second_word),
      .offer_o(offer),
      .front_o(front),
      .take_i(take),
      .waiting_o(waiting),
      .active_o(active),
      .done_o(done),
      .ready_at_begin_o(ready_at_begin),
      .ready_o(ready),
      .done_after_o(done_after),
      .ready_after_o(ready_after),
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
      sent_only_when_all_is_fetched : assert (!(done && active));
      ready_only_when_all_has_left : assert (!ready_at_begin || between == 8'd0);
    end
  end
endmodule

`default_nettype wire
