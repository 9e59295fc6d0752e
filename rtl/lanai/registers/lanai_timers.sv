// RTC and IT: both move with the same tick, whatever the chip's clock.
`default_nettype none

module lanai_timers (
    input  wire logic        clk,
    input  wire logic        power_on,
    input  wire logic        chip_reset,
    input  wire logic [ 1:0] tick,         // ticks that fall to this clock
    // Registers.
    input  wire logic        host_write,
    input  wire logic [ 7:0] host_offset,
    input  wire logic [31:0] host_value,
    input  wire logic        cpu_write,
    input  wire logic [ 7:0] cpu_offset,
    input  wire logic [31:0] cpu_value,
    // As the host reads them, then as the processor does.
    output      logic [31:0] rtc_now,
    output      logic [31:0] it_now,
    output      logic [31:0] rtc_after,
    output      logic [31:0] it_after,
    output      logic        passes_zero   // IT does, in this clock
);
  logic [31:0] ticks;  // since power-on
  logic [31:0] rtc;
  logic [31:0] it;
  logic alarm;  // IT has been written and has not passed zero since

  logic [31:0] ticks_now;
  logic [31:0] step;
  assign step = {30'd0, tick};
  assign ticks_now = ticks + step;
  assign rtc_now = rtc + step;
  assign it_now = it - step;
  assign passes_zero = alarm && it < step;

  logic alarm_after;
  always_comb begin
    rtc_after = rtc_now;
    it_after = it_now;
    alarm_after = alarm && !passes_zero;
    if (chip_reset) begin
      rtc_after = ticks_now;
      it_after = -ticks_now;
      alarm_after = 1'b0;
    end else if (host_write) begin
      if ({24'd0, host_offset} == lanai_regs_pkg::RtcOffset) rtc_after = host_value;
      if ({24'd0, host_offset} == lanai_regs_pkg::ItOffset) begin
        it_after = host_value;
        alarm_after = 1'b1;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (power_on) begin
      ticks <= 32'd0;
      rtc <= lanai_regs_pkg::RtcReset;
      it <= lanai_regs_pkg::ItReset;
      alarm <= 1'b0;
    end else begin
      ticks <= ticks_now;
      rtc <= rtc_after;
      it <= it_after;
      alarm <= alarm_after;
      if (cpu_write && {24'd0, cpu_offset} == lanai_regs_pkg::RtcOffset) rtc <= cpu_value;
      if (cpu_write && {24'd0, cpu_offset} == lanai_regs_pkg::ItOffset) begin
        it <= cpu_value;
        alarm <= 1'b1;
      end
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk) begin
    at_most_two_ticks : assert (power_on || tick != 2'd3);
  end
`endif
endmodule

`default_nettype wire
