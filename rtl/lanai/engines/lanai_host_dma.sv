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
    input  wire lanai_regs_pkg::host_dma_regs_t host_selected_i,
    input  wire logic                           host_read_i,
    input  wire logic                           host_write_i,
    input  wire logic [31:0]                    host_value_i,
    output      logic [31:0]                    host_found_o,
    output      logic [3:0]                     host_fault_o,
    input  wire lanai_regs_pkg::host_dma_regs_t cpu_selected_i,
    input  wire logic                           cpu_read_i,
    input  wire logic                           cpu_write_i,
    input  wire logic [31:0]                    cpu_value_i,
    output      logic [31:0]                    cpu_found_o,
    output      logic [3:0]                     cpu_fault_o,
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
  engines_pkg::host_dma_t control_q;
  logic [31:0] ear_q;
  logic [31:0] lar_q;
  logic [31:0] left_q;
  logic [5:0] delay_q;
  assign done_o = control_q.done;
  assign to_sram_o = control_q.to_sram;
  assign ear_o = ear_q;
  assign lar_o = lar_q;
  assign left_o = left_q;

  // The host.
  localparam engines_pkg::host_dma_t AFTER_RESET = {1'b0, lanai_regs_pkg::DmaDirReset[0], lanai_regs_pkg::DmaStsReset[3:0]};
  engines_pkg::host_dma_t control_written;
  logic [31:0] ear_written;
  logic [31:0] lar_written;
  logic [31:0] left_written;
  logic starts_by_host;
  lanai_host_dma_registers u_for_host (
      .selected_i(host_selected_i),
      .read_i(host_read_i),
      .write_i(host_write_i),
      .value_i(host_value_i),
      .sram_bytes_i(sram_bytes_i),
      .control_i(control_q),
      .ear_i(ear_q),
      .lar_i(lar_q),
      .left_i(left_q),
      .control_o(control_written),
      .ear_o(ear_written),
      .lar_o(lar_written),
      .left_o(left_written),
      .starts_o(starts_by_host),
      .found_o(host_found_o),
      .fault_o(host_fault_o)
  );
  engines_pkg::host_dma_t control_host;
  logic [31:0] ear_host;
  logic [31:0] lar_host;
  logic [31:0] left_host;
  logic [5:0] delay_host;
  assign control_host = chip_reset_i ? AFTER_RESET : control_written;
  assign ear_host = chip_reset_i ? lanai_regs_pkg::EarReset : ear_written;
  assign lar_host = chip_reset_i ? lanai_regs_pkg::LarReset : lar_written;
  assign left_host = chip_reset_i ? lanai_regs_pkg::DmaCtrReset : left_written;
  always_comb begin
    delay_host = delay_q == 6'd0 ? 6'd0 : delay_q - 6'd1;
    if (starts_by_host && !chip_reset_i) delay_host = start_delay_i;
  end

  // A word moves.
  logic moves;
  assign moves = due_i && granted_i && !chip_reset_i;
  assign sram_address_o = lar_host;
  assign to_sram_now_o = control_host.to_sram;
  engines_pkg::host_dma_t control_after;
  logic [31:0] ear_after;
  logic [31:0] lar_after;
  logic [31:0] left_after;
  always_comb begin
    control_after = control_host;
    ear_after = ear_host;
    lar_after = lar_host;
    left_after = left_host;
    if (moves) begin
      ear_after = ear_host + 32'd4;
      lar_after = lar_host + 32'd4;
      left_after = left_host - 32'd4;
      control_after.done = left_host == 32'd4;
    end
  end
  assign done_after_o = control_after.done;

  // The processor.
  engines_pkg::host_dma_t control_d;
  logic [31:0] ear_d;
  logic [31:0] lar_d;
  logic [31:0] left_d;
  logic starts_by_cpu;
  lanai_host_dma_registers u_for_processor (
      .selected_i(cpu_selected_i),
      .read_i(cpu_read_i),
      .write_i(cpu_write_i),
      .value_i(cpu_value_i),
      .sram_bytes_i(sram_bytes_i),
      .control_i(control_after),
      .ear_i(ear_after),
      .lar_i(lar_after),
      .left_i(left_after),
      .control_o(control_d),
      .ear_o(ear_d),
      .lar_o(lar_d),
      .left_o(left_d),
      .starts_o(starts_by_cpu),
      .found_o(cpu_found_o),
      .fault_o(cpu_fault_o)
  );
  always_ff @(posedge clk_i) begin
    if (power_on_i) begin
      control_q <= AFTER_RESET;
      ear_q <= lanai_regs_pkg::EarReset;
      lar_q <= lanai_regs_pkg::LarReset;
      left_q <= lanai_regs_pkg::DmaCtrReset;
      delay_q <= 6'd0;
    end else begin
      control_q <= control_d;
      ear_q <= ear_d;
      lar_q <= lar_d;
      left_q <= left_d;
      delay_q <= starts_by_cpu ? start_delay_i : delay_host;
    end
  end

  assign request_o = left_q != 32'd0 && delay_q == 6'd0;
  logic [16:0] enabled;
  always_comb begin
    if (control_q.burst_enables[3]) enabled = board_burst_i;
    else if (control_q.burst_enables[2]) enabled = 17'd32;
    else if (control_q.burst_enables[1]) enabled = 17'd16;
    else if (control_q.burst_enables[0]) enabled = 17'd8;
    else enabled = 17'd4;
  end
  assign longest_o = enabled < board_burst_i ? enabled : board_burst_i;

`ifdef FLYBAR_ASSERT
  // What the bus has to keep to; a program that breaks the rules stops the chip.
  always_ff @(posedge clk_i) begin
    if (!power_on_i) begin
      data_only_when_asked_for : assert (!due_i || request_o || chip_reset_i);
      never_outside_the_sram : assert (!moves || {1'b0, lar_host} + 33'd4 <= {12'd0, sram_bytes_i});
      done_when_nothing_is_left : assert (!control_q.done || left_q == 32'd0);
      whole_words : assert (left_q[1:0] == 2'd0 && lar_q[1:0] == 2'd0);
    end
  end
`endif
endmodule

`default_nettype wire
