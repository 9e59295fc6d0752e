// The special registers that no engine keeps, as host and processor find them: ISR, EIMR, the timers, MYRINET, and all
// that only remember. Each has two readers, of which the host comes first in a clock, the processor last.
`default_nettype none

module lanai_registers (
    input  wire logic                           clk_i,
    input  wire logic                           power_on_i,
    input  wire logic                           chip_reset_i,
    input  wire logic                           wake_i,
    input  wire logic [1:0]                     tick_i,
    input  wire logic                           interrupt_enabled_i,
    // What is found of registers that others keep is 0.
    input  wire lanai_regs_pkg::timers_regs_t   host_timers_i,
    input  wire lanai_regs_pkg::isr_regs_t      host_isr_i,
    input  wire lanai_regs_pkg::settings_regs_t host_settings_i,
    input  wire logic                           host_kept_i,
    input  wire engines_pkg::access_t           host_i,
    input  wire logic [7:2]                     host_word_i,
    output      logic [31:0]                    host_found_o,
    input  wire lanai_regs_pkg::timers_regs_t   cpu_timers_i,
    input  wire lanai_regs_pkg::isr_regs_t      cpu_isr_i,
    input  wire lanai_regs_pkg::settings_regs_t cpu_settings_i,
    input  wire logic                           cpu_kept_i,
    input  wire engines_pkg::access_t           cpu_i,
    input  wire logic [7:2]                     cpu_word_i,
    output      logic [31:0]                    cpu_found_o,
    // At the begin of the clock, as the host finds it, as the processor does.
    input  wire engines_pkg::status_t           engines_i,
    input  wire engines_pkg::status_t           engines_now_i,
    input  wire engines_pkg::status_t           engines_after_i,
    output      logic                           crc_enable_o,         // at the begin of the clock
    output      logic                           crc_enable_now_o,     // after the host's write
    output      logic [31:0]                    isr_o,                // at the begin of the clock
    output      logic                           interrupt_o
);
  logic crc_enable_q;
  assign crc_enable_o = crc_enable_q;

  logic [31:0] host_timer;
  logic [31:0] cpu_timer;
  logic passes_zero;
  lanai_timers u_timers (
      .clk_i(clk_i),
      .power_on_i(power_on_i),
      .chip_reset_i(chip_reset_i),
      .tick_i(tick_i),
      .host_selected_i(host_timers_i),
      .host_i(host_i),
      .host_found_o(host_timer),
      .cpu_selected_i(cpu_timers_i),
      .cpu_i(cpu_i),
      .cpu_found_o(cpu_timer),
      .passes_zero_o(passes_zero)
  );

  logic [31:0] bits;
  logic [31:0] bits_now;
  logic [31:0] bits_after;
  logic [31:0] isr_now;
  logic [31:0] isr_after;
  lanai_status_bits u_status_bits (
      .clk_i(clk_i),
      .power_on_i(power_on_i),
      .chip_reset_i(chip_reset_i),
      .passes_zero_i(passes_zero),
      .wake_i(wake_i),
      .host_write_i(host_i.write && host_isr_i.isr),
      .host_value_i(host_i.value),
      .cpu_write_i(cpu_i.write && cpu_isr_i.isr),
      .cpu_value_i(cpu_i.value),
      .bits_o(bits),
      .bits_now_o(bits_now),
      .bits_after_o(bits_after)
  );
  lanai_isr u_isr_at_begin (
      .bits_i(bits),
      .engines_i(engines_i),
      .isr_o(isr_o)
  );
  lanai_isr u_isr_for_host (
      .bits_i(bits_now),
      .engines_i(engines_now_i),
      .isr_o(isr_now)
  );
  lanai_isr u_isr_for_processor (
      .bits_i(bits_after),
      .engines_i(engines_after_i),
      .isr_o(isr_after)
  );

  logic [31:0] host_remembered;
  logic [31:0] cpu_remembered;
  lanai_remembered u_remembered (
      .clk_i(clk_i),
      .clear_i(power_on_i || chip_reset_i),
      .host_read_i(host_i.read && !host_kept_i),
      .cpu_read_i(cpu_i.read && !cpu_kept_i),
      .host_write_i(host_i.write),
      .host_word_i(host_word_i),
      .host_value_i(host_i.value),
      .host_found_o(host_remembered),
      .cpu_write_i(cpu_i.write),
      .cpu_word_i(cpu_word_i),
      .cpu_value_i(cpu_i.value),
      .cpu_found_o(cpu_remembered)
  );

  // Two of them act as well.
  logic [31:0] eimr_q;
  logic host_enables_crc;
  logic cpu_enables_crc;
  assign host_enables_crc = (host_i.value & lanai_regs_pkg::MyrinetCrcEnableMask) != 32'd0;
  assign cpu_enables_crc = (cpu_i.value & lanai_regs_pkg::MyrinetCrcEnableMask) != 32'd0;
  always_comb begin
    crc_enable_now_o = crc_enable_q;
    if (host_i.write && host_settings_i.myrinet) crc_enable_now_o = host_enables_crc;
    if (chip_reset_i) crc_enable_now_o = 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (power_on_i || chip_reset_i) begin
      eimr_q <= lanai_regs_pkg::EimrReset;
      crc_enable_q <= 1'b0;
    end else begin
      crc_enable_q <= crc_enable_now_o;
      if (host_i.write && host_settings_i.eimr) eimr_q <= host_i.value;
      if (cpu_i.write && cpu_settings_i.eimr) eimr_q <= cpu_i.value;
      if (cpu_i.write && cpu_settings_i.myrinet) crc_enable_q <= cpu_enables_crc;
    end
  end
  assign interrupt_o = interrupt_enabled_i && (isr_o & eimr_q) != 32'd0;

  assign host_found_o = host_timer | host_remembered | (host_i.read && host_isr_i.isr ? isr_now : 32'd0);
  assign cpu_found_o = cpu_timer | cpu_remembered | (cpu_i.read && cpu_isr_i.isr ? isr_after : 32'd0);

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    processor_reads_or_writes : assert (!(cpu_i.read && cpu_i.write));
    ready_after_reset : assert (!chip_reset_i || (isr_after & lanai_regs_pkg::IsrReset) != 32'd0);
  end
`endif
endmodule

`default_nettype wire
