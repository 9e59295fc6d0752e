// The special registers as host and processor find them, with those that no engine keeps: ISR, EIMR, the timers,
// MYRINET, and all that only remember. Each has two readers, of which the host comes first in a clock, the processor
// last.
`default_nettype none

module lanai_registers (
    input  wire logic        clk,
    input  wire logic        power_on,
    input  wire logic        chip_reset,
    input  wire logic        wake,
    input  wire logic [ 1:0] tick,
    input  wire logic        interrupt_enabled,
    input  wire logic        host_read,
    input  wire logic        host_write,
    input  wire logic [ 7:0] host_offset,
    input  wire logic [31:0] host_value,
    output      logic [31:0] host_found,
    input  wire logic        cpu_read,
    input  wire logic        cpu_write,
    input  wire logic [ 7:0] cpu_offset,
    input  wire logic [31:0] cpu_value,
    output      logic [31:0] cpu_found,
    output      logic [ 3:0] cpu_fault,
    // Words wait, send ready, host DMA done, send done, buffer full, received, unused bytes: at the begin of the clock,
    // as the host finds them, as the processor does.
    input  wire logic [ 7:0] engines,
    input  wire logic [ 7:0] engines_now,
    input  wire logic [ 7:0] engines_after,
    // What engines keep, as the host finds it.
    input  wire logic [31:0] ear,
    input  wire logic [31:0] lar,
    input  wire logic [31:0] left,
    input  wire logic        to_sram,
    input  wire logic [ 3:0] burst_enables,
    input  wire logic [31:0] rmp,
    input  wire logic [31:0] rml,
    input  wire logic [31:0] smp,
    input  wire logic [31:0] sml,
    input  wire logic [ 1:0] alignment,
    // Likewise as the processor finds it.
    input  wire logic [31:0] ear_after,
    input  wire logic [31:0] lar_after,
    input  wire logic [31:0] left_after,
    input  wire logic        to_sram_after,
    input  wire logic [ 3:0] burst_enables_after,
    input  wire logic [31:0] rmp_after,
    input  wire logic [31:0] rml_after,
    input  wire logic [31:0] smp_after,
    input  wire logic [31:0] sml_after,
    input  wire logic [ 1:0] alignment_after,
    output      logic        crc_enable,       // at the begin of the clock
    output      logic        crc_enable_now,   // after the host's write
    output      logic [31:0] isr,              // at the begin of the clock
    output      logic        interrupt
);
  logic [31:0] host_register;
  logic [31:0] cpu_register;
  assign host_register = {24'd0, host_offset};
  assign cpu_register = {24'd0, cpu_offset};

  logic [31:0] rtc;
  logic [31:0] it;
  logic [31:0] rtc_after;
  logic [31:0] it_after;
  logic passes_zero;
  lanai_timers u_timers (
      .clk(clk),
      .power_on(power_on),
      .chip_reset(chip_reset),
      .tick(tick),
      .host_write(host_write),
      .host_offset(host_offset),
      .host_value(host_value),
      .cpu_write(cpu_write),
      .cpu_offset(cpu_offset),
      .cpu_value(cpu_value),
      .rtc_now(rtc),
      .it_now(it),
      .rtc_after(rtc_after),
      .it_after(it_after),
      .passes_zero(passes_zero)
  );

  logic [31:0] bits;
  logic [31:0] bits_now;
  logic [31:0] bits_after;
  logic [31:0] isr_now;
  logic [31:0] isr_after;
  lanai_status_bits u_status_bits (
      .clk(clk),
      .power_on(power_on),
      .chip_reset(chip_reset),
      .passes_zero(passes_zero),
      .wake(wake),
      .host_write(host_write && host_register == lanai_regs_pkg::IsrOffset),
      .host_value(host_value),
      .cpu_write(cpu_write && cpu_register == lanai_regs_pkg::IsrOffset),
      .cpu_value(cpu_value),
      .bits(bits),
      .bits_now(bits_now),
      .bits_after(bits_after)
  );
  lanai_isr u_isr_at_begin (
      .bits(bits),
      .engines(engines),
      .isr(isr)
  );
  lanai_isr u_isr_for_host (
      .bits(bits_now),
      .engines(engines_now),
      .isr(isr_now)
  );
  lanai_isr u_isr_for_processor (
      .bits(bits_after),
      .engines(engines_after),
      .isr(isr_after)
  );

  logic [31:0] host_remembered;
  logic [31:0] cpu_remembered;
  lanai_remembered u_remembered (
      .clk(clk),
      .clear(power_on || chip_reset),
      .host_read(host_read),
      .cpu_read(cpu_read),
      .host_write(host_write),
      .host_word(host_offset[7:2]),
      .host_value(host_value),
      .host_found(host_remembered),
      .cpu_write(cpu_write),
      .cpu_word(cpu_offset[7:2]),
      .cpu_value(cpu_value),
      .cpu_found(cpu_remembered)
  );

  // Two of them act as well.
  logic [31:0] eimr;
  logic host_enables_crc;
  logic cpu_enables_crc;
  assign host_enables_crc = (host_value & lanai_regs_pkg::MyrinetCrcEnableMask) != 32'd0;
  assign cpu_enables_crc = (cpu_value & lanai_regs_pkg::MyrinetCrcEnableMask) != 32'd0;
  always_comb begin
    crc_enable_now = crc_enable;
    if (host_write && host_register == lanai_regs_pkg::MyrinetOffset) crc_enable_now = host_enables_crc;
    if (chip_reset) crc_enable_now = 1'b0;
  end
  always_ff @(posedge clk) begin
    if (power_on || chip_reset) begin
      eimr <= lanai_regs_pkg::EimrReset;
      crc_enable <= 1'b0;
    end else begin
      crc_enable <= crc_enable_now;
      if (host_write && host_register == lanai_regs_pkg::EimrOffset) eimr <= host_value;
      if (cpu_write && cpu_register == lanai_regs_pkg::EimrOffset) eimr <= cpu_value;
      if (cpu_write && cpu_register == lanai_regs_pkg::MyrinetOffset) crc_enable <= cpu_enables_crc;
    end
  end
  assign interrupt = interrupt_enabled && (isr & eimr) != 32'd0;

  always_comb begin
    host_found = 32'd0;
    if (host_read) begin
      case (host_register)
        lanai_regs_pkg::IsrOffset:    host_found = isr_now;
        lanai_regs_pkg::ItOffset:     host_found = it;
        lanai_regs_pkg::RtcOffset:    host_found = rtc;
        lanai_regs_pkg::EarOffset:    host_found = ear;
        lanai_regs_pkg::LarOffset:    host_found = lar;
        lanai_regs_pkg::DmaCtrOffset: host_found = left;
        lanai_regs_pkg::DmaDirOffset: host_found = {31'd0, to_sram};
        lanai_regs_pkg::DmaStsOffset: host_found = {28'd0, burst_enables};
        lanai_regs_pkg::RmpOffset:    host_found = rmp;
        lanai_regs_pkg::RmlOffset:    host_found = rml;
        lanai_regs_pkg::SmpOffset:    host_found = smp;
        lanai_regs_pkg::SmlOffset:    host_found = sml;
        lanai_regs_pkg::SmltOffset:   host_found = sml;
        lanai_regs_pkg::SaOffset:     host_found = {30'd0, alignment};
        default:                      host_found = host_remembered;
      endcase
    end
  end

  always_comb begin
    cpu_found = 32'd0;
    if (cpu_read) begin
      case (cpu_register)
        lanai_regs_pkg::IsrOffset:    cpu_found = isr_after;
        lanai_regs_pkg::ItOffset:     cpu_found = it_after;
        lanai_regs_pkg::RtcOffset:    cpu_found = rtc_after;
        lanai_regs_pkg::EarOffset:    cpu_found = ear_after;
        lanai_regs_pkg::LarOffset:    cpu_found = lar_after;
        lanai_regs_pkg::DmaCtrOffset: cpu_found = left_after;
        lanai_regs_pkg::DmaDirOffset: cpu_found = {31'd0, to_sram_after};
        lanai_regs_pkg::DmaStsOffset: cpu_found = {28'd0, burst_enables_after};
        lanai_regs_pkg::RmpOffset:    cpu_found = rmp_after;
        lanai_regs_pkg::RmlOffset:    cpu_found = rml_after;
        lanai_regs_pkg::SmpOffset:    cpu_found = smp_after;
        lanai_regs_pkg::SmlOffset:    cpu_found = sml_after;
        lanai_regs_pkg::SmltOffset:   cpu_found = sml_after;
        lanai_regs_pkg::SaOffset:     cpu_found = {30'd0, alignment_after};
        default:                      cpu_found = cpu_remembered;
      endcase
    end
  end

  // Bytes straight from and to the link do not exist here.
  always_comb begin
    cpu_fault = fault_pkg::NONE;
    if (cpu_read) begin
      case (cpu_register)
        lanai_regs_pkg::RbOffset, lanai_regs_pkg::RhOffset, lanai_regs_pkg::RwOffset: cpu_fault = fault_pkg::BYTES_RECEIVED;
        default: ;
      endcase
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk) begin
    processor_reads_or_writes : assert (!(cpu_read && cpu_write));
    ready_after_reset : assert (!chip_reset || (isr_after & lanai_regs_pkg::IsrReset) != 32'd0);
  end
`endif
endmodule

`default_nettype wire
