// The host DMA engine (E-bus): one transfer at a time between SRAM and host memory. The bus outside splits it into
// transactions and says in which clock a data phase is due; the engine moves its word if it gets the SRAM.
//
// Of its registers, a write by the host acts in the same clock, one by the processor after all else in its clock.
`default_nettype none

module lanai_host_dma (
    input  wire logic        clk,
    input  wire logic        power_on,       // reset of everything
    input  wire logic        chip_reset,     // the host resets the chip in this clock
    input  wire logic [ 5:0] start_delay,    // clocks from DMA_CTR written to the request
    input  wire logic [16:0] board_burst,    // most bytes of a transaction
    input  wire logic [20:0] sram_bytes,
    // Registers.
    input  wire logic        host_write,
    input  wire logic [ 7:0] host_offset,
    input  wire logic [31:0] host_value,
    input  wire logic        cpu_write,
    input  wire logic [ 7:0] cpu_offset,
    input  wire logic [31:0] cpu_value,
    // SRAM.
    input  wire logic        due,            // a data phase
    input  wire logic        granted,        // the SRAM to it
    output      logic        to_sram_now,    // direction of the word that moves
    output      logic [31:0] sram_address,
    // Bus.
    output      logic        request,
    output      logic [16:0] longest,
    // Registers as the host reads them, then as the processor does.
    output      logic        to_sram,
    output      logic        done,
    output      logic [ 3:0] burst_enables,
    output      logic [31:0] ear,
    output      logic [31:0] lar,
    output      logic [31:0] left,
    output      logic        to_sram_after,
    output      logic        done_after,
    output      logic [ 3:0] burst_enables_after,
    output      logic [31:0] ear_after,
    output      logic [31:0] lar_after,
    output      logic [31:0] left_after,
    output      logic [ 3:0] host_fault,
    output      logic [ 3:0] cpu_fault
);
  // What breaks a rule is reported and does nothing.
  logic host_acts;
  logic cpu_acts;
  assign host_acts = host_write && host_fault == fault_pkg::NONE;
  assign cpu_acts = cpu_write && cpu_fault == fault_pkg::NONE;

  logic [5:0] delay;

  // Written by the host.
  logic [31:0] ear_host;
  logic [31:0] lar_host;
  logic [31:0] left_host;
  logic [5:0] delay_host;
  logic done_host;
  logic starts_by_host;
  always_comb begin
    ear_host = ear;
    lar_host = lar;
    left_host = left;
    done_host = done;
    to_sram_now = to_sram;
    burst_enables_after = burst_enables;
    starts_by_host = 1'b0;
    if (chip_reset) begin
      ear_host = lanai_regs_pkg::EarReset;
      lar_host = lanai_regs_pkg::LarReset;
      left_host = lanai_regs_pkg::DmaCtrReset;
      done_host = 1'b0;
      to_sram_now = lanai_regs_pkg::DmaDirReset[0];
      burst_enables_after = lanai_regs_pkg::DmaStsReset[3:0];
    end else if (host_acts) begin
      case ({24'd0, host_offset})
        lanai_regs_pkg::EarOffset:    ear_host = host_value;
        lanai_regs_pkg::LarOffset:    lar_host = {host_value[31:2], 2'd0};
        lanai_regs_pkg::DmaDirOffset: to_sram_now = host_value[0];
        lanai_regs_pkg::DmaStsOffset: burst_enables_after = host_value[3:0];
        lanai_regs_pkg::DmaCtrOffset: begin
          left_host = host_value;
          done_host = host_value == 32'd0;
          starts_by_host = 1'b1;
        end
        default: ;
      endcase
    end
    delay_host = delay == 6'd0 ? 6'd0 : delay - 6'd1;
    if (starts_by_host) delay_host = start_delay;
  end

  // A word moves.
  logic moves;
  assign moves = due && granted && !chip_reset;
  assign sram_address = lar_host;
  always_comb begin
    ear_after = ear_host;
    lar_after = lar_host;
    left_after = left_host;
    done_after = done_host;
    to_sram_after = to_sram_now;
    if (moves) begin
      ear_after = ear_host + 32'd4;
      lar_after = lar_host + 32'd4;
      left_after = left_host - 32'd4;
      done_after = left_host == 32'd4;
    end
  end

  // Written by the processor.
  always_ff @(posedge clk) begin
    if (power_on) begin
      ear <= lanai_regs_pkg::EarReset;
      lar <= lanai_regs_pkg::LarReset;
      left <= lanai_regs_pkg::DmaCtrReset;
      done <= 1'b0;
      to_sram <= lanai_regs_pkg::DmaDirReset[0];
      burst_enables <= lanai_regs_pkg::DmaStsReset[3:0];
      delay <= 6'd0;
    end else begin
      ear <= ear_after;
      lar <= lar_after;
      left <= left_after;
      done <= done_after;
      to_sram <= to_sram_after;
      burst_enables <= burst_enables_after;
      delay <= delay_host;
      if (cpu_acts) begin
        case ({24'd0, cpu_offset})
          lanai_regs_pkg::EarOffset:    ear <= cpu_value;
          lanai_regs_pkg::LarOffset:    lar <= {cpu_value[31:2], 2'd0};
          lanai_regs_pkg::DmaDirOffset: to_sram <= cpu_value[0];
          lanai_regs_pkg::DmaStsOffset: burst_enables <= cpu_value[3:0];
          lanai_regs_pkg::DmaCtrOffset: begin
            left <= cpu_value;
            done <= cpu_value == 32'd0;
            delay <= start_delay;
          end
          default: ;
        endcase
      end
    end
  end

  assign request = left != 32'd0 && delay == 6'd0;
  logic [16:0] enabled;
  always_comb begin
    if (burst_enables[3]) enabled = board_burst;
    else if (burst_enables[2]) enabled = 17'd32;
    else if (burst_enables[1]) enabled = 17'd16;
    else if (burst_enables[0]) enabled = 17'd8;
    else enabled = 17'd4;
  end
  assign longest = enabled < board_burst ? enabled : board_burst;

  lanai_host_dma_rules u_host_rules (
      .write(host_write),
      .offset(host_offset),
      .value(host_value),
      .busy(left != 32'd0),
      .ear(ear[1:0]),
      .lar(lar),
      .sram_bytes(sram_bytes),
      .fault(host_fault)
  );
  lanai_host_dma_rules u_cpu_rules (
      .write(cpu_write),
      .offset(cpu_offset),
      .value(cpu_value),
      .busy(left_after != 32'd0),
      .ear(ear_after[1:0]),
      .lar(lar_after),
      .sram_bytes(sram_bytes),
      .fault(cpu_fault)
  );

`ifdef FLYBAR_ASSERT
  // What the bus has to keep to; a program that breaks the rules stops the chip.
  always_ff @(posedge clk) begin
    if (!power_on) begin
      data_only_when_asked_for : assert (!due || request || chip_reset);
      never_outside_the_sram : assert (!moves || {1'b0, lar_host} + 33'd4 <= {12'd0, sram_bytes});
      done_when_nothing_is_left : assert (!done || left == 32'd0);
      whole_words : assert (left[1:0] == 2'd0 && lar[1:0] == 2'd0);
    end
  end
`endif
endmodule

`default_nettype wire
