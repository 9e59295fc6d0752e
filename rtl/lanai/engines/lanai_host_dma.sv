// The host DMA engine (E-bus): one transfer at a time between SRAM and host memory. The bus outside splits it into
// transactions and says in which clock a data phase is due; the engine moves its word if it gets the SRAM.
//
// Of its registers, a write by the host acts in the same clock, one by the processor after all else in its clock.
`default_nettype none

module lanai_host_dma (
    input  wire logic                           clk_i,
    input  wire logic                           power_on_i,       // reset of everything
    input  wire logic                           chip_reset_i,     // the host resets the chip in this clock
    input  wire logic [5:0]                     start_delay_i,    // clocks from DMA_CTR written to the request
    input  wire logic [16:0]                    board_burst_i,    // most bytes of a transaction
    input  wire logic [20:0]                    sram_bytes_i,
    // Registers.
    input  wire engines_pkg::access_t           host_i,
    input  wire lanai_regs_pkg::host_dma_regs_t host_selected_i,
    output      engines_pkg::answer_t           host_o,
    input  wire engines_pkg::access_t           cpu_i,
    input  wire lanai_regs_pkg::host_dma_regs_t cpu_selected_i,
    output      engines_pkg::answer_t           cpu_o,
    output      logic                           done_o,           // as the host finds it
    output      logic                           done_after_o,     // as the processor does
    // SRAM.
    input  wire logic                           due_i,            // a data phase
    input  wire logic                           granted_i,        // the SRAM to it
    output      logic                           to_sram_now_o,    // direction of the word that moves
    output      logic [31:0]                    sram_address_o,
    // Bus.
    output      logic                           request_o,
    output      logic [16:0]                    longest_o,
    output      logic                           to_sram_o,
    output      logic [31:0]                    ear_o,
    output      logic [31:0]                    lar_o,
    output      logic [31:0]                    left_o
);
  engines_pkg::host_dma_t state_q;
  logic [5:0] delay_q;
  assign done_o = state_q.done;
  assign to_sram_o = state_q.to_sram;
  assign ear_o = state_q.ear;
  assign lar_o = state_q.lar;
  assign left_o = state_q.left;

  // The host.
  localparam engines_pkg::host_dma_t AFTER_RESET = {
    1'b0, lanai_regs_pkg::DmaDirReset[0], lanai_regs_pkg::DmaStsReset[3:0], lanai_regs_pkg::EarReset, lanai_regs_pkg::LarReset, lanai_regs_pkg::DmaCtrReset
  };
  engines_pkg::host_dma_t state_written;
  logic starts_by_host;
  lanai_host_dma_registers u_for_host (
      .access_i(host_i),
      .selected_i(host_selected_i),
      .sram_bytes_i(sram_bytes_i),
      .state_i(state_q),
      .state_o(state_written),
      .starts_o(starts_by_host),
      .answer_o(host_o)
  );
  engines_pkg::host_dma_t state_host;
  logic [5:0] delay_host;
  assign state_host = chip_reset_i ? AFTER_RESET : state_written;
  always_comb begin
    delay_host = delay_q == 6'd0 ? 6'd0 : delay_q - 6'd1;
    if (starts_by_host && !chip_reset_i) delay_host = start_delay_i;
  end

  // A word moves.
  logic moves;
  assign moves = due_i && granted_i && !chip_reset_i;
  assign sram_address_o = state_host.lar;
  assign to_sram_now_o = state_host.to_sram;
  engines_pkg::host_dma_t state_after;
  always_comb begin
    state_after = state_host;
    if (moves) begin
      state_after.ear = state_host.ear + 32'd4;
      state_after.lar = state_host.lar + 32'd4;
      state_after.left = state_host.left - 32'd4;
      state_after.done = state_host.left == 32'd4;
    end
  end
  assign done_after_o = state_after.done;

  // The processor.
  engines_pkg::host_dma_t state_d;
  logic starts_by_cpu;
  lanai_host_dma_registers u_for_processor (
      .access_i(cpu_i),
      .selected_i(cpu_selected_i),
      .sram_bytes_i(sram_bytes_i),
      .state_i(state_after),
      .state_o(state_d),
      .starts_o(starts_by_cpu),
      .answer_o(cpu_o)
  );
  always_ff @(posedge clk_i) begin
    if (power_on_i) begin
      state_q <= AFTER_RESET;
      delay_q <= 6'd0;
    end else begin
      state_q <= state_d;
      delay_q <= starts_by_cpu ? start_delay_i : delay_host;
    end
  end

  assign request_o = state_q.left != 32'd0 && delay_q == 6'd0;
  logic [16:0] enabled;
  always_comb begin
    if (state_q.burst_enables[3]) enabled = board_burst_i;
    else if (state_q.burst_enables[2]) enabled = 17'd32;
    else if (state_q.burst_enables[1]) enabled = 17'd16;
    else if (state_q.burst_enables[0]) enabled = 17'd8;
    else enabled = 17'd4;
  end
  assign longest_o = enabled < board_burst_i ? enabled : board_burst_i;

`ifdef FLYBAR_ASSERT
  // What the bus has to keep to; a program that breaks the rules stops the chip.
  always_ff @(posedge clk_i) begin
    if (!power_on_i) begin
      data_only_when_asked_for : assert (!due_i || request_o || chip_reset_i);
      never_outside_the_sram : assert (!moves || {1'b0, state_host.lar} + 33'd4 <= {12'd0, sram_bytes_i});
      done_when_nothing_is_left : assert (!state_q.done || state_q.left == 32'd0);
      whole_words : assert (state_q.left[1:0] == 2'd0 && state_q.lar[1:0] == 2'd0);
    end
  end
`endif
endmodule

`default_nettype wire
