// The send DMA engine: fetches the words from SMP up to SML or SMLT into a small FIFO, from which the link takes
// them. The clock has three parts: the link takes words; the host may write a register; the engine fetches. What the
// processor writes acts after that.
`default_nettype none

module lanai_send_dma #(
    parameter int unsigned SLOTS = 5,
    parameter int unsigned WORDS = 32
) (
    input  wire logic                clk,
    input  wire logic                power_on,
    input  wire logic                chip_reset,
    input  wire logic [         1:0] most,          // words fetched in a clock, 1 or 2
    input  wire logic [         5:0] depth,         // of the FIFO
    input  wire logic [         5:0] start,         // words that must wait before the link starts
    input  wire logic [        20:0] sram_bytes,
    // Registers.
    input  wire logic                host_write,
    input  wire logic [         7:0] host_offset,
    input  wire logic [        31:0] host_value,
    input  wire logic                cpu_write,
    input  wire logic [         7:0] cpu_offset,
    input  wire logic [        31:0] cpu_value,
    // SRAM.
    output      logic [         1:0] wants,
    input  wire logic [         1:0] granted,
    output      logic [        31:0] sram_address,  // of the first word; the second follows it
    input  wire logic [        31:0] first_word,
    input  wire logic [        31:0] second_word,
    // Link.
    output      logic [         2:0] offer,
    output      logic [SLOTS*44-1:0] front,
    input  wire logic [         2:0] take,
    output      logic [         5:0] waiting,
    // Registers as the host reads them (after the link), then as the processor does.
    output      logic                active,
    output      logic                done,
    output      logic                ready_at_begin,
    output      logic                ready,
    output      logic [         1:0] alignment,
    output      logic [        31:0] pointer,
    output      logic [        31:0] limit,
    output      logic                done_after,
    output      logic                ready_after,
    output      logic [         1:0] alignment_after,
    output      logic [        31:0] pointer_after,
    output      logic [        31:0] limit_after,
    output      logic [         3:0] host_fault,
    output      logic [         3:0] cpu_fault
);
  // What breaks a rule is reported and does nothing.
  logic host_acts;
  logic cpu_acts;
  assign host_acts = host_write && host_fault == fault_pkg::NONE;
  assign cpu_acts = cpu_write && cpu_fault == fault_pkg::NONE;

  logic ends_packet;  // the words asked for end their packet
  logic begins_packet;  // the next word fetched begins one
  logic running;
  logic open;
  logic [7:0] crc;

  // The link. It starts when enough words wait, or when no more will come; then it goes on until none is left.
  logic running_now;
  logic [5:0] waiting_left;
  logic running_left;
  logic open_left;
  localparam logic [5:0] MOST_OFFERED = SLOTS[5:0];
  assign running_now = waiting >= start || !active ? waiting != 6'd0 : running;
  always_comb begin
    if (!running_now) offer = 3'd0;
    else offer = waiting < MOST_OFFERED ? waiting[2:0] : MOST_OFFERED[2:0];
  end
  assign waiting_left = waiting - {3'd0, take};
  assign running_left = running_now && waiting_left != 6'd0;
  always_comb begin
    open_left = open;
    for (int i = 0; i < SLOTS; i++) begin
      if (take == i[2:0] + 3'd1) open_left = !front[44*i+34];
    end
  end
  assign ready_at_begin = !open && !active && waiting == 6'd0;
  assign ready = !open_left && !active && waiting_left == 6'd0;

  // The host.
  logic active_host;
  logic done_host;
  logic ends_packet_host;
  logic [1:0] alignment_host;
  logic [31:0] pointer_host;
  logic [31:0] limit_host;
  logic [5:0] waiting_host;
  always_comb begin
    active_host = active;
    done_host = done;
    ends_packet_host = ends_packet;
    alignment_host = alignment;
    pointer_host = pointer;
    limit_host = limit;
    waiting_host = waiting_left;
    if (chip_reset) begin
      active_host = 1'b0;
      done_host = 1'b0;
      ends_packet_host = 1'b1;
      alignment_host = lanai_regs_pkg::SaReset[1:0];
      pointer_host = lanai_regs_pkg::SmpReset;
      limit_host = lanai_regs_pkg::SmlReset;
      waiting_host = 6'd0;
    end else if (host_write) begin
      case ({24'd0, host_offset})
        lanai_regs_pkg::SmpOffset: pointer_host = {host_value[31:2], 2'd0};
        lanai_regs_pkg::SaOffset:  alignment_host = host_value[1:0];
        lanai_regs_pkg::SmlOffset, lanai_regs_pkg::SmltOffset: begin
          // A limit that does not fit starts nothing; whether it does is known late in the clock.
          if (!active) limit_host = {host_value[31:2], 2'd0};
          if (host_acts) begin
            active_host = 1'b1;
            done_host = 1'b0;
            ends_packet_host = {24'd0, host_offset} == lanai_regs_pkg::SmltOffset;
          end
        end
        default: ;
      endcase
    end
  end

  // The SRAM.
  logic [5:0] room;
  logic [1:0] left;
  assign room = depth - waiting_host;
  always_comb begin
    if (pointer_host > limit_host) left = 2'd0;
    else left = pointer_host == limit_host ? 2'd1 : 2'd2;
    wants = left < most ? left : most;
    if (room < {4'd0, wants}) wants = room[1:0];
    if (!active_host) wants = 2'd0;
  end
  assign sram_address = pointer_host;

  logic active_after;
  logic last_is_first;
  logic [31:0] last_word;
  assign last_word = granted[1] ? pointer_host + 32'd4 : pointer_host;
  logic [5:0] waiting_after;
  always_comb begin
    pointer_after = pointer_host;
    if (granted[0]) pointer_after = pointer_host + 32'd4;
    if (granted[1]) pointer_after = pointer_host + 32'd8;
    active_after = active_host;
    done_after = done_host;
    if (granted != 2'd0 && last_word == limit_host) begin
      active_after = 1'b0;
      done_after = 1'b1;
    end
  end
  assign limit_after = limit_host;
  assign alignment_after = granted != 2'd0 ? 2'd0 : alignment_host;
  assign waiting_after = waiting_host + {4'd0, granted};
  assign ready_after = !(open_left && !chip_reset) && !active_after && waiting_after == 6'd0;
  assign last_is_first = granted == 2'd1;

  // The words that come, with the CRC so far.
  logic tail_comes;
  logic [7:0] crc_first;
  logic [7:0] crc_second;
  logic [3:0] counts_first;
  assign tail_comes = ends_packet_host && !active_after;
  assign counts_first = granted != 2'd0 ? 4'b1111 >> alignment_host : 4'd0;
  lanai_crc8 u_crc_of_first (
      .crc_in(begins_packet || chip_reset ? 8'd0 : crc),
      .word(first_word),
      .counts(counts_first),
      .crc_out(crc_first)
  );
  lanai_crc8 u_crc_of_second (
      .crc_in(crc_first),
      .word(second_word),
      .counts({4{granted[1]}}),
      .crc_out(crc_second)
  );
  logic [43:0] first;
  logic [43:0] second;
  assign first = {begins_packet, crc_first, tail_comes && last_is_first, alignment_host, first_word};
  assign second = {1'b0, crc_second, tail_comes, 2'd0, second_word};
  lanai_send_fifo #(
      .SLOTS(SLOTS),
      .WORDS(WORDS)
  ) u_fifo (
      .clk(clk),
      .clear(power_on || chip_reset),
      .take(take),
      .put(granted),
      .first(first),
      .second(second),
      .count(waiting),
      .front(front)
  );

  // The processor.
  always_ff @(posedge clk) begin
    if (power_on || chip_reset) begin
      running <= 1'b0;
      open <= 1'b0;
      begins_packet <= 1'b1;
      crc <= 8'd0;
    end else begin
      running <= running_left;
      open <= open_left;
      if (granted != 2'd0) begin
        begins_packet <= tail_comes;
        crc <= granted[1] ? crc_second : crc_first;
      end
    end
    if (power_on) begin
      active <= 1'b0;
      done <= 1'b0;
      ends_packet <= 1'b1;
      alignment <= lanai_regs_pkg::SaReset[1:0];
      pointer <= lanai_regs_pkg::SmpReset;
      limit <= lanai_regs_pkg::SmlReset;
    end else begin
      active <= active_after;
      done <= done_after;
      ends_packet <= ends_packet_host;
      alignment <= alignment_after;
      pointer <= pointer_after;
      limit <= limit_after;
      if (cpu_acts) begin
        case ({24'd0, cpu_offset})
          lanai_regs_pkg::SmpOffset: pointer <= {cpu_value[31:2], 2'd0};
          lanai_regs_pkg::SaOffset:  alignment <= cpu_value[1:0];
          lanai_regs_pkg::SmlOffset, lanai_regs_pkg::SmltOffset: begin
            limit <= {cpu_value[31:2], 2'd0};
            active <= 1'b1;
            done <= 1'b0;
            ends_packet <= {24'd0, cpu_offset} == lanai_regs_pkg::SmltOffset;
          end
          default: ;
        endcase
      end
    end
  end

  lanai_send_rules u_host_rules (
      .write(host_write),
      .offset(host_offset),
      .value(host_value[31:2]),
      .active(active),
      .pointer(pointer),
      .sram_bytes(sram_bytes),
      .fault(host_fault)
  );
  lanai_send_rules u_cpu_rules (
      .write(cpu_write),
      .offset(cpu_offset),
      .value(cpu_value[31:2]),
      .active(active_after),
      .pointer(pointer_after),
      .sram_bytes(sram_bytes),
      .fault(cpu_fault)
  );

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk) begin
    if (!power_on) begin
      link_takes_what_is_offered : assert (take <= offer);
      fifo_keeps_to_its_depth : assert (waiting <= depth);
      inside_its_range : assert (granted == 2'd0 || {1'b0, sram_address} + {29'd0, granted, 2'd0} <= {1'b0, limit_host} + 33'd4);
      inside_the_sram : assert (granted == 2'd0 || limit_host < {11'd0, sram_bytes});
      done_and_active_exclude_each_other : assert (!(active && done));
      gets_what_it_wants_at_most : assert (granted <= wants);
      whole_words : assert (pointer[1:0] == 2'd0 && limit[1:0] == 2'd0);
    end
  end
`endif
endmodule

`default_nettype wire
