// The host DMA engine (E-bus): one transfer at a time between SRAM and host memory. The bus outside splits it into
// transactions and says in which clock a data phase is due; the engine moves its word if it gets the SRAM.
//
// Of its registers, a write by the host acts in the same clock, one by the processor after all else in its clock.
`default_nettype none

module lanai_host_dma (
    input  wire logic        clk_i,
    input  wire logic        power_on_i,       // reset of everything
    input  wire logic        chip_reset_i,     // the host resets the chip in this clock
    input  wire logic [ 5:0] start_delay_i,    // clocks from DMA_CTR written to the request
    input  wire logic [16:0] board_burst_i,    // most bytes of a transaction
    input  wire logic [20:0] sram_bytes_i,
    // Registers.
    input  wire logic        host_write_i,
    input  wire logic [ 7:0] host_offset_i,
    input  wire logic [31:0] host_value_i,
    input  wire logic        cpu_write_i,
    input  wire logic [ 7:0] cpu_offset_i,
    input  wire logic [31:0] cpu_value_i,
    // SRAM.
    input  wire logic        due_i,            // a data phase
    input  wire logic        granted_i,        // the SRAM to it
    output      logic        to_sram_now_o,    // direction of the word that moves
    output      logic [31:0] sram_address_o,
    // Bus.
    output      logic        request_o,
    output      logic [16:0] longest_o,
    // Registers as the host reads them, then as the processor does.
    output      logic        to_sram_o,
    output      logic        done_o,
    output      logic [ 3:0] burst_enables_o,
    output      logic [31:0] ear_o,
    output      logic [31:0] lar_o,
    output      logic [31:0] left_o,
    output      logic        to_sram_after_o,
    output      logic        done_after_o,
    output      logic [ 3:0] burst_enables_after_o,
    output      logic [31:0] ear_after_o,
    output      logic [31:0] lar_after_o,
    output      logic [31:0] left_after_o,
    output      logic [ 3:0] host_fault_o,
    output      logic [ 3:0] cpu_fault_o
);
  logic [3:0] burst_enables_q;
  logic done_q;
  logic [31:0] ear_q;
  logic [31:0] lar_q;
  logic [31:0] left_q;
  logic to_sram_q;
  assign burst_enables_o = burst_enables_q;
  assign done_o = done_q;
  assign ear_o = ear_q;
  assign lar_o = lar_q;
  assign left_o = left_q;
  assign to_sram_o = to_sram_q;

  // What breaks a rule is reported and does nothing.
  logic host_acts;
  logic cpu_acts;
  assign host_acts = host_write_i && host_fault_o == fault_pkg::NONE;
  assign cpu_acts = cpu_write_i && cpu_fault_o == fault_pkg::NONE;

  logic [5:0] delay_q;

  // Written by the host.
  logic [31:0] ear_host;
  logic [31:0] lar_host;
  logic [31:0] left_host;
  logic [5:0] delay_host;
  logic done_host;
  logic starts_by_host;
  always_comb begin
    ear_host = ear_q;
    lar_host = lar_q;
    left_host = left_q;
    done_host = done_q;
    to_sram_now_o = to_sram_q;
    burst_enables_after_o = burst_enables_q;
    starts_by_host = 1'b0;
    if (chip_reset_i) begin
      ear_host = lanai_regs_pkg::EarReset;
      lar_host = lanai_regs_pkg::LarReset;
      left_host = lanai_regs_pkg::DmaCtrReset;
      done_host = 1'b0;
      to_sram_now_o = lanai_regs_pkg::DmaDirReset[0];
      burst_enables_after_o = lanai_regs_pkg::DmaStsReset[3:0];
    end else if (host_acts) begin
      case ({24'd0, host_offset_i})
        lanai_regs_pkg::EarOffset:    ear_host = host_value_i;
        lanai_regs_pkg::LarOffset:    lar_host = {host_value_i[31:2], 2'd0};
        lanai_regs_pkg::DmaDirOffset: to_sram_now_o = host_value_i[0];
        lanai_regs_pkg::DmaStsOffset: burst_enables_after_o = host_value_i[3:0];
        lanai_regs_pkg::DmaCtrOffset: begin
          left_host = host_value_i;
          done_host = host_value_i == 32'd0;
          starts_by_host = 1'b1;
        end
        default: ;
      endcase
    end
    delay_host = delay_q == 6'd0 ? 6'd0 : delay_q - 6'd1;
    if (starts_by_host) delay_host = start_delay_i;
  end

  // A word moves.
  logic moves;
  assign moves = due_i && granted_i && !chip_reset_i;
  assign sram_address_o = lar_host;
  always_comb begin
    ear_after_o = ear_host;
    lar_after_o = lar_host;
    left_after_o = left_host;
    done_after_o = done_host;
    to_sram_after_o = to_sram_now_o;
    if (moves) begin
      ear_after_o = ear_host + 32'd4;
      lar_after_o = lar_host + 32'd4;
      left_after_o = left_host - 32'd4;
      done_after_o = left_host == 32'd4;
    end
  end

  // Written by the processor.
  always_ff @(posedge clk_i) begin
    if (power_on_i) begin
      ear_q <= lanai_regs_pkg::EarReset;
      lar_q <= lanai_regs_pkg::LarReset;
      left_q <= lanai_regs_pkg::DmaCtrReset;
      done_q <= 1'b0;
      to_sram_q <= lanai_regs_pkg::DmaDirReset[0];
      burst_enables_q <= lanai_regs_pkg::DmaStsReset[3:0];
      delay_q <= 6'd0;
    end else begin
      ear_q <= ear_after_o;
      lar_q <= lar_after_o;
      left_q <= left_after_o;
      done_q <= done_after_o;
      to_sram_q <= to_sram_after_o;
      burst_enables_q <= burst_enables_after_o;
      delay_q <= delay_host;
      if (cpu_acts) begin
        case ({24'd0, cpu_offset_i})
          lanai_regs_pkg::EarOffset:    ear_q <= cpu_value_i;
          lanai_regs_pkg::LarOffset:    lar_q <= {cpu_value_i[31:2], 2'd0};
          lanai_regs_pkg::DmaDirOffset: to_sram_q <= cpu_value_i[0];
          lanai_regs_pkg::DmaStsOffset: burst_enables_q <= cpu_value_i[3:0];
          lanai_regs_pkg::DmaCtrOffset: begin
            left_q <= cpu_value_i;
            done_q <= cpu_value_i == 32'd0;
            delay_q <= start_delay_i;
          end
          default: ;
        endcase
      end
    end
  end

  assign request_o = left_q != 32'd0 && delay_q == 6'd0;
  logic [16:0] enabled;
  always_comb begin
    if (burst_enables_q[3]) enabled = board_burst_i;
    else if (burst_enables_q[2]) enabled = 17'd32;
    else if (burst_enables_q[1]) enabled = 17'd16;
    else if (burst_enables_q[0]) enabled = 17'd8;
    else enabled = 17'd4;
  end
  assign longest_o = enabled < board_burst_i ? enabled : board_burst_i;

  lanai_host_dma_rules u_host_rules (
      .write_i(host_write_i),
      .offset_i(host_offset_i),
      .value_i(host_value_i),
      .busy_i(left_q != 32'd0),
      .ear_i(ear_q[1:0]),
      .lar_i(lar_q),
      .sram_bytes_i(sram_bytes_i),
      .fault_o(host_fault_o)
  );
  lanai_host_dma_rules u_cpu_rules (
      .write_i(cpu_write_i),
      .offset_i(cpu_offset_i),
      .value_i(cpu_value_i),
      .busy_i(left_after_o != 32'd0),
      .ear_i(ear_after_o[1:0]),
      .lar_i(lar_after_o),
      .sram_bytes_i(sram_bytes_i),
      .fault_o(cpu_fault_o)
  );

`ifdef FLYBAR_ASSERT
  // What the bus has to keep to; a program that breaks the rules stops the chip.
  always_ff @(posedge clk_i) begin
    if (!power_on_i) begin
      data_only_when_asked_for : assert (!due_i || request_o || chip_reset_i);
      never_outside_the_sram : assert (!moves || {1'b0, lar_host} + 33'd4 <= {12'd0, sram_bytes_i});
      done_when_nothing_is_left : assert (!done_q || left_q == 32'd0);
      whole_words : assert (left_q[1:0] == 2'd0 && lar_q[1:0] == 2'd0);
    end
  end
`endif
endmodule

`default_nettype wire
