// What is proved of the host DMA engine, whatever program and bus do, beside the assertions within it.
`default_nettype none

module host_dma (
    input  wire logic                           clk,
    input  wire logic                           power_on,
    input  wire logic                           chip_reset,
    input  wire logic [5:0]                     start_delay,
    input  wire logic [16:0]                    board_burst,
    input  wire logic                           host_write,
    input  wire lanai_regs_pkg::host_dma_regs_t host_selected,
    input  wire logic [31:0]                    host_value,
    input  wire logic                           cpu_write,
    input  wire lanai_regs_pkg::host_dma_regs_t cpu_selected,
    input  wire logic [31:0]                    cpu_value,
    input  wire logic                           due,
    input  wire logic                           sram_granted
);
  // Small, so that the solver has few bits to reason about; nothing in the engine depends on it.
  localparam logic [20:0] SRAM_BYTES = 21'd64;
  logic granted;
  logic to_sram_now;
  logic [31:0] sram_address;
  logic request;
  logic [16:0] longest;
  logic to_sram;
  logic done;
  logic [31:0] ear;
  logic [31:0] lar;
  logic [31:0] left;
  logic done_after;
  logic [31:0] lar_after;
  engines_pkg::answer_t host_answer;
  engines_pkg::answer_t cpu_answer;
  assign granted = due && sram_granted;
  lanai_host_dma u_engine (
      .clk_i(clk),
      .power_on_i(power_on),
      .chip_reset_i(chip_reset),
      .start_delay_i(start_delay),
      .board_burst_i(board_burst),
      .sram_bytes_i(SRAM_BYTES),
      .host_i({1'b0, host_write, host_value}),
      .host_selected_i(host_selected),
      .host_o(host_answer),
      .cpu_i({1'b0, cpu_write, cpu_value}),
      .cpu_selected_i(cpu_selected),
      .cpu_o(cpu_answer),
      .due_i(due),
      .granted_i(granted),
      .to_sram_now_o(to_sram_now),
      .sram_address_o(sram_address),
      .request_o(request),
      .longest_o(longest),
      .done_o(done),
      .done_after_o(done_after),
      .to_sram_o(to_sram),
      .ear_o(ear),
      .lar_o(lar),
      .left_o(left)
  );

  // Power comes first. Data phases come only when they are asked for. Who writes in the clock of a reset is reset.
  logic began = 1'b0;
  always_ff @(posedge clk) began <= 1'b1;
  always_comb begin
    assume (power_on == !began);
    assume (!due || request);
    assume (!(chip_reset && (host_write || cpu_write)));
    assume ((host_selected & (host_selected - 1'b1)) == '0 && (cpu_selected & (cpu_selected - 1'b1)) == '0);
  end

  // The range that a program has asked for, and the words that have moved of it.
  logic starts_by_host;
  logic starts_by_cpu;
  assign starts_by_host = host_write && host_selected.dma_ctr && host_answer.fault == 4'd0;
  assign starts_by_cpu = cpu_write && cpu_selected.dma_ctr && cpu_answer.fault == 4'd0;
  logic host_sets_lar;
  assign host_sets_lar = host_write && host_selected.lar && host_answer.fault == 4'd0;
  assign lar_after = (host_sets_lar ? {host_value[31:2], 2'd0} : lar) + (granted ? 32'd4 : 32'd0);
  logic [31:0] range_begin;
  logic [31:0] range_end;
  logic [31:0] moved;
  always_ff @(posedge clk) begin
    if (power_on || chip_reset) moved <= 32'd0;
    else if (granted) moved <= moved + 32'd4;
    if (starts_by_host) begin
      range_begin <= lar;
      range_end <= lar + host_value;
      moved <= 32'd0;
    end
    if (starts_by_cpu) begin
      range_begin <= lar_after;
      range_end <= lar_after + cpu_value;
      moved <= 32'd0;
    end
  end

  logic busy;
  assign busy = left != 32'd0;
  always_ff @(posedge clk) begin
    if (!power_on && busy) begin
      inside_the_range : assert (chip_reset || !granted || (sram_address >= range_begin && sram_address < range_end));
      address_tells_what_has_moved : assert (lar == range_begin + moved);
      count_tells_what_is_left : assert (left == range_end - lar);
      range_ends_in_the_sram : assert (range_end <= {11'd0, SRAM_BYTES} && range_begin < range_end);
      never_past_the_end : assert (lar < range_end);
      not_done_before_the_last_word : assert (!done);
    end
  end
endmodule

`default_nettype wire
