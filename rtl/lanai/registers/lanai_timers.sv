// RTC and IT: both move with the same tick, whatever the chip's clock.
`default_nettype none

module lanai_timers (
    input  wire logic                         clk_i,
    input  wire logic                         power_on_i,
    input  wire logic                         chip_reset_i,
    input  wire logic [1:0]                   tick_i,           // ticks that fall to this clock
    // Registers.
    input  wire lanai_regs_pkg::timers_regs_t host_selected_i,
    input  wire engines_pkg::access_t         host_i,
    output      logic [31:0]                  host_found_o,
    input  wire lanai_regs_pkg::timers_regs_t cpu_selected_i,
    input  wire engines_pkg::access_t         cpu_i,
    output      logic [31:0]                  cpu_found_o,
    output      logic                         passes_zero_o     // IT does, in this clock
);
  logic [31:0] ticks_q;  // since power-on
  logic [31:0] rtc_q;
  logic [31:0] it_q;
  logic alarm_q;  // IT has been written and has not passed zero since

  logic [31:0] ticks_now;
  logic [31:0] rtc_now;
  logic [31:0] it_now;
  logic [31:0] step;
  assign step = {30'd0, tick_i};
  assign ticks_now = ticks_q + step;
  assign rtc_now = rtc_q + step;
  assign it_now = it_q - step;
  assign passes_zero_o = alarm_q && it_q < step;

  logic [31:0] rtc_after;
  logic [31:0] it_after;
  logic alarm_after;
  always_comb begin
    rtc_after = rtc_now;
    it_after = it_now;
    alarm_after = alarm_q && !passes_zero_o;
    if (chip_reset_i) begin
      rtc_after = ticks_now;
      it_after = -ticks_now;
      alarm_after = 1'b0;
    end else begin
      if (host_i.write && host_selected_i.rtc) rtc_after = host_i.value;
      if (host_i.write && host_selected_i.it) begin
        it_after = host_i.value;
        alarm_after = 1'b1;
      end
    end
  end

  assign host_found_o = (host_i.read && host_selected_i.rtc ? rtc_now : 32'd0) | (host_i.read && host_selected_i.it ? it_now : 32'd0);
  assign cpu_found_o = (cpu_i.read && cpu_selected_i.rtc ? rtc_after : 32'd0) | (cpu_i.read && cpu_selected_i.it ? it_after : 32'd0);

  always_ff @(posedge clk_i) begin
    if (power_on_i) begin
      ticks_q <= 32'd0;
      rtc_q <= lanai_regs_pkg::RtcReset;
      it_q <= lanai_regs_pkg::ItReset;
      alarm_q <= 1'b0;
    end else begin
      ticks_q <= ticks_now;
      rtc_q <= rtc_after;
      it_q <= it_after;
      alarm_q <= alarm_after;
      if (cpu_i.write && cpu_selected_i.rtc) rtc_q <= cpu_i.value;
      if (cpu_i.write && cpu_selected_i.it) begin
        it_q <= cpu_i.value;
        alarm_q <= 1'b1;
      end
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    at_most_two_ticks : assert (power_on_i || tick_i != 2'd3);
  end
`endif
endmodule

`default_nettype wire
