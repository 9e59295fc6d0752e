// The special registers as host and processor find them, with those that no engine keeps: ISR, EIMR, the timers,
// MYRINET, and all that only remember. Each has two readers, of which the host comes first in a clock, the processor
// last.
`default_nettype none

module lanai_registers (
    input  wire logic        clk_i,
    input  wire logic        power_on_i,
    input  wire logic        chip_reset_i,
    input  wire logic        wake_i,
    input  wire logic [ 1:0] tick_i,
    input  wire logic        interrupt_enabled_i,
    input  wire logic        host_read_i,
    input  wire logic        host_write_i,
    input  wire logic [ 7:0] host_offset_i,
    input  wire logic [31:0] host_value_i,
    output      logic [31:0] host_found_o,
    input  wire logic        cpu_read_i,
    input  wire logic        cpu_write_i,
    input  wire logic [ 7:0] cpu_offset_i,
    input  wire logic [31:0] cpu_value_i,
    output      logic [31:0] cpu_found_o,
    output      logic [ 3:0] cpu_fault_o,
    // Words wait, send ready, host DMA done, send done, buffer full, received, unused bytes: at the begin of the clock,
    // as the host finds them, as the processor does.
    input  wire logic [ 7:0] engines_i,
    input  wire logic [ 7:0] engines_now_i,
    input  wire logic [ 7:0] engines_after_i,
    // What engines keep, as the host finds it.
    input  wire logic [31:0] ear_i,
    input  wire logic [31:0] lar_i,
    input  wire logic [31:0] left_i,
    input  wire logic        to_sram_i,
    input  wire logic [ 3:0] burst_enables_i,
    input  wire logic [31:0] rmp_i,
    input  wire logic [31:0] rml_i,
    input  wire logic [31:0] smp_i,
    input  wire logic [31:0] sml_i,
    input  wire logic [ 1:0] alignment_i,
    // Likewise as the processor finds it.
    input  wire logic [31:0] ear_after_i,
    input  wire logic [31:0] lar_after_i,
    input  wire logic [31:0] left_after_i,
    input  wire logic        to_sram_after_i,
    input  wire logic [ 3:0] burst_enables_after_i,
    input  wire logic [31:0] rmp_after_i,
    input  wire logic [31:0] rml_after_i,
    input  wire logic [31:0] smp_after_i,
    input  wire logic [31:0] sml_after_i,
    input  wire logic [ 1:0] alignment_after_i,
    output      logic        crc_enable_o,       // at the begin of the clock
    output      logic        crc_enable_now_o,   // after the host's write
    output      logic [31:0] isr_o,              // at the begin of the clock
    output      logic        interrupt_o
);
  logic crc_enable_q;
  assign crc_enable_o = crc_enable_q;

  logic [31:0] host_register;
  logic [31:0] cpu_register;
  assign host_register = {24'd0, host_offset_i};
  assign cpu_register = {24'd0, cpu_offset_i};

  logic [31:0] rtc;
  logic [31:0] it;
  logic [31:0] rtc_after;
  logic [31:0] it_after;
  logic passes_zero;
  lanai_timers u_timers (
      .clk_i(clk_i),
      .power_on_i(power_on_i),
      .chip_reset_i(chip_reset_i),
      .tick_i(tick_i),
      .host_write_i(host_write_i),
      .host_offset_i(host_offset_i),
      .host_value_i(host_value_i),
      .cpu_write_i(cpu_write_i),
      .cpu_offset_i(cpu_offset_i),
      .cpu_value_i(cpu_value_i),
      .rtc_now_o(rtc),
      .it_now_o(it),
      .rtc_after_o(rtc_after),
      .it_after_o(it_after),
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
      .host_write_i(host_write_i && host_register == lanai_regs_pkg::IsrOffset),
      .host_value_i(host_value_i),
      .cpu_write_i(cpu_write_i && cpu_register == lanai_regs_pkg::IsrOffset),
      .cpu_value_i(cpu_value_i),
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
      .host_read_i(host_read_i),
      .cpu_read_i(cpu_read_i),
      .host_write_i(host_write_i),
      .host_word_i(host_offset_i[7:2]),
      .host_value_i(host_value_i),
      .host_found_o(host_remembered),
      .cpu_write_i(cpu_write_i),
      .cpu_word_i(cpu_offset_i[7:2]),
      .cpu_value_i(cpu_value_i),
      .cpu_found_o(cpu_remembered)
  );

  // Two of them act as well.
  logic [31:0] eimr_q;
  logic host_enables_crc;
  logic cpu_enables_crc;
  assign host_enables_crc = (host_value_i & lanai_regs_pkg::MyrinetCrcEnableMask) != 32'd0;
  assign cpu_enables_crc = (cpu_value_i & lanai_regs_pkg::MyrinetCrcEnableMask) != 32'd0;
  always_comb begin
    crc_enable_now_o = crc_enable_q;
    if (host_write_i && host_register == lanai_regs_pkg::MyrinetOffset) crc_enable_now_o = host_enables_crc;
    if (chip_reset_i) crc_enable_now_o = 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (power_on_i || chip_reset_i) begin
      eimr_q <= lanai_regs_pkg::EimrReset;
      crc_enable_q <= 1'b0;
    end else begin
      crc_enable_q <= crc_enable_now_o;
      if (host_write_i && host_register == lanai_regs_pkg::EimrOffset) eimr_q <= host_value_i;
      if (cpu_write_i && cpu_register == lanai_regs_pkg::EimrOffset) eimr_q <= cpu_value_i;
      if (cpu_write_i && cpu_register == lanai_regs_pkg::MyrinetOffset) crc_enable_q <= cpu_enables_crc;
    end
  end
  assign interrupt_o = interrupt_enabled_i && (isr_o & eimr_q) != 32'd0;

  always_comb begin
    host_found_o = 32'd0;
    if (host_read_i) begin
      case (host_register)
        lanai_regs_pkg::IsrOffset:    host_found_o = isr_now;
        lanai_regs_pkg::ItOffset:     host_found_o = it;
        lanai_regs_pkg::RtcOffset:    host_found_o = rtc;
        lanai_regs_pkg::EarOffset:    host_found_o = ear_i;
        lanai_regs_pkg::LarOffset:    host_found_o = lar_i;
        lanai_regs_pkg::DmaCtrOffset: host_found_o = left_i;
        lanai_regs_pkg::DmaDirOffset: host_found_o = {31'd0, to_sram_i};
        lanai_regs_pkg::DmaStsOffset: host_found_o = {28'd0, burst_enables_i};
        lanai_regs_pkg::RmpOffset:    host_found_o = rmp_i;
        lanai_regs_pkg::RmlOffset:    host_found_o = rml_i;
        lanai_regs_pkg::SmpOffset:    host_found_o = smp_i;
        lanai_regs_pkg::SmlOffset:    host_found_o = sml_i;
        lanai_regs_pkg::SmltOffset:   host_found_o = sml_i;
        lanai_regs_pkg::SaOffset:     host_found_o = {30'd0, alignment_i};
        default:                      host_found_o = host_remembered;
      endcase
    end
  end

  always_comb begin
    cpu_found_o = 32'd0;
    if (cpu_read_i) begin
      case (cpu_register)
        lanai_regs_pkg::IsrOffset:    cpu_found_o = isr_after;
        lanai_regs_pkg::ItOffset:     cpu_found_o = it_after;
        lanai_regs_pkg::RtcOffset:    cpu_found_o = rtc_after;
        lanai_regs_pkg::EarOffset:    cpu_found_o = ear_after_i;
        lanai_regs_pkg::LarOffset:    cpu_found_o = lar_after_i;
        lanai_regs_pkg::DmaCtrOffset: cpu_found_o = left_after_i;
        lanai_regs_pkg::DmaDirOffset: cpu_found_o = {31'd0, to_sram_after_i};
        lanai_regs_pkg::DmaStsOffset: cpu_found_o = {28'd0, burst_enables_after_i};
        lanai_regs_pkg::RmpOffset:    cpu_found_o = rmp_after_i;
        lanai_regs_pkg::RmlOffset:    cpu_found_o = rml_after_i;
        lanai_regs_pkg::SmpOffset:    cpu_found_o = smp_after_i;
        lanai_regs_pkg::SmlOffset:    cpu_found_o = sml_after_i;
        lanai_regs_pkg::SmltOffset:   cpu_found_o = sml_after_i;
        lanai_regs_pkg::SaOffset:     cpu_found_o = {30'd0, alignment_after_i};
        default:                      cpu_found_o = cpu_remembered;
      endcase
    end
  end

  // Bytes straight from and to the link do not exist here.
  always_comb begin
    cpu_fault_o = fault_pkg::NONE;
    if (cpu_read_i) begin
      case (cpu_register)
        lanai_regs_pkg::RbOffset, lanai_regs_pkg::RhOffset, lanai_regs_pkg::RwOffset: cpu_fault_o = fault_pkg::BYTES_RECEIVED;
        default: ;
      endcase
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    processor_reads_or_writes : assert (!(cpu_read_i && cpu_write_i));
    ready_after_reset : assert (!chip_reset_i || (isr_after & lanai_regs_pkg::IsrReset) != 32'd0);
  end
`endif
endmodule

`default_nettype wire
