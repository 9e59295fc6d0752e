// The receive DMA engine: stores the words that wait in the slack buffer from RMP on, until a packet ends or the word
// at RML is stored, checks the packet's CRC, and has the sender told STOP and GO.
//
// The clock has four parts: words arrive; the host may write a register; the engine stores; STOP or GO. What the
// processor writes acts after that.
`default_nettype none

module lanai_receive_dma #(
    parameter int unsigned SLOTS = 5,
    parameter int unsigned WORDS = 256
) (
    input  wire logic                clk,
    input  wire logic                power_on,
    input  wire logic                chip_reset,
    input  wire logic [         1:0] most,           // words stored in a clock, 1 or 2
    input  wire logic [         8:0] stop_mark,
    input  wire logic [         8:0] go_mark,
    input  wire logic [        20:0] sram_bytes,
    input  wire logic                crc_enable,     // after what the host writes in this clock
    // Registers.
    input  wire logic                host_write,
    input  wire logic [         7:0] host_offset,
    input  wire logic [        31:2] host_value,
    input  wire logic                cpu_write,
    input  wire logic [         7:0] cpu_offset,
    input  wire logic [        31:2] cpu_value,
    // Link.
    input  wire logic [         2:0] arriving,
    input  wire logic [SLOTS*36-1:0] arriving_words,
    output      logic                tell_stop,
    output      logic                tell_go,
    // SRAM.
    output      logic [         1:0] wants,
    input  wire logic [         1:0] granted,
    output      logic [        31:0] sram_address,   // of the first word; the second follows it
    output      logic [        31:0] first_word,
    output      logic [        31:0] second_word,
    output      logic                packet_ends,    // with the last word stored in this clock
    // Registers as the host reads them, then as the processor does.
    output      logic                armed,
    output      logic [         8:0] waiting_at_begin,
    output      logic [         8:0] waiting,
    output      logic                full,
    output      logic                received,
    output      logic [         1:0] unused_bytes,
    output      logic [        31:0] pointer,
    output      logic [        31:0] limit,
    output      logic [         8:0] waiting_after,
    output      logic                full_after,
    output      logic                received_after,
    output      logic [         1:0] unused_bytes_after,
    output      logic [        31:0] pointer_after,
    output      logic [        31:0] limit_after,
    output      logic [         3:0] host_fault,
    output      logic [         3:0] cpu_fault
);
  // What breaks a rule is reported and does nothing.
  logic host_sets_pointer;
  logic host_sets_limit;
  logic cpu_sets_pointer;
  logic cpu_sets_limit;

  logic told_stop;
  logic [7:0] crc;

  logic [34:0] first;
  logic [34:0] second;
  lanai_receive_fifo #(
      .SLOTS(SLOTS),
      .WORDS(WORDS)
  ) u_fifo (
      .clk(clk),
      .power_on(power_on),
      .clear(chip_reset),
      .arriving(arriving),
      .arriving_words(arriving_words),
      .take(granted),
      .waiting(waiting_at_begin),
      .waiting_now(waiting),
      .first(first),
      .second(second)
  );

  // The host.
  logic armed_host;
  logic full_host;
  logic received_host;
  logic [1:0] unused_bytes_host;
  logic [31:0] pointer_host;
  logic [8:0] waiting_host;
  always_comb begin
    armed_host = armed;
    full_host = full;
    received_host = received;
    unused_bytes_host = unused_bytes;
    pointer_host = pointer;
    limit_after = limit;
    waiting_host = waiting;
    if (chip_reset) begin
      armed_host = 1'b0;
      full_host = 1'b0;
      received_host = 1'b0;
      unused_bytes_host = 2'd0;
      pointer_host = lanai_regs_pkg::RmpReset;
      limit_after = lanai_regs_pkg::RmlReset;
      waiting_host = 9'd0;
    end else begin
      if (host_sets_pointer) pointer_host = {host_value, 2'd0};
      if (host_sets_limit) begin
        limit_after = {host_value, 2'd0};
        armed_host = 1'b1;
        full_host = 1'b0;
        received_host = 1'b0;
      end
    end
  end

  // The SRAM. Words up to the one that ends the packet or fills the buffer.
  logic one_left;
  assign one_left = first[34] || pointer_host == limit_after || waiting_host == 9'd1 || most == 2'd1;
  always_comb begin
    if (!armed_host || waiting_host == 9'd0) wants = 2'd0;
    else wants = one_left ? 2'd1 : 2'd2;
  end
  assign sram_address = pointer_host;

  // The CRC byte, the last of the packet, is stored as what is left of the check: 0 when good. Of the last word, what
  // the packet lacks is stored as zeros. Grants come late in the clock: both CRCs are ready before, and that of the second
  // word does not wait for the first, whose CRC goes on over as many zeros (CRCs are linear).
  logic [3:0] bytes_first;
  logic [3:0] bytes_second;
  logic [7:0] crc_first;
  logic [7:0] crc_of_first_goes_on;
  logic [7:0] crc_of_second_alone;
  logic [7:0] crc_second;
  assign bytes_first = ~(4'b0111 >> first[33:32]);
  assign bytes_second = ~(4'b0111 >> second[33:32]);
  lanai_crc8 u_crc_of_first (
      .crc_in(crc),
      .word(first[31:0]),
      .counts(bytes_first),
      .crc_out(crc_first)
  );
  lanai_crc8 u_crc_goes_on (
      .crc_in(crc_first),
      .word(32'd0),
      .counts(bytes_second),
      .crc_out(crc_of_first_goes_on)
  );
  lanai_crc8 u_crc_of_second (
      .crc_in(8'd0),
      .word(second[31:0]),
      .counts(bytes_second),
      .crc_out(crc_of_second_alone)
  );
  assign crc_second = crc_of_first_goes_on ^ crc_of_second_alone;
  lanai_tail_word u_store_first (
      .word(first[31:0]),
      .last_byte(first[33:32]),
      .used(granted != 2'd0),
      .checks(first[34] && crc_enable),
      .crc(crc_first),
      .stored(first_word)
  );
  lanai_tail_word u_store_second (
      .word(second[31:0]),
      .last_byte(second[33:32]),
      .used(granted[1]),
      .checks(second[34] && crc_enable),
      .crc(crc_second),
      .stored(second_word)
  );

  logic armed_after;
  logic tail_stored;
  logic [1:0] last_byte_stored;
  logic [31:0] last_address;
  assign tail_stored = granted[1] ? second[34] : granted[0] && first[34];
  assign packet_ends = tail_stored;
  assign last_byte_stored = granted[1] ? second[33:32] : first[33:32];
  assign last_address = granted[1] ? pointer_host + 32'd4 : pointer_host;
  assign pointer_after = pointer_host + {28'd0, granted, 2'd0};
  always_comb begin
    armed_after = armed_host;
    full_after = full_host;
    received_after = received_host;
    unused_bytes_after = unused_bytes_host;
    if (granted != 2'd0) begin
      if (last_address == limit_after) begin
        full_after = 1'b1;
        armed_after = 1'b0;
      end
      if (tail_stored) begin
        received_after = 1'b1;
        unused_bytes_after = ~last_byte_stored;
        armed_after = 1'b0;
      end
    end
  end
  assign waiting_after = waiting_host - {7'd0, granted};

  // STOP and GO, whatever the host resets.
  assign tell_stop = !told_stop && waiting_after >= stop_mark;
  assign tell_go = told_stop && waiting_after < go_mark;

  // The processor.
  always_ff @(posedge clk) begin
    if (power_on) told_stop <= 1'b0;
    else if (tell_stop) told_stop <= 1'b1;
    else if (tell_go) told_stop <= 1'b0;

    if (power_on || chip_reset) crc <= 8'd0;
    else if (tail_stored) crc <= 8'd0;
    else if (granted != 2'd0) crc <= granted[1] ? crc_second : crc_first;

    if (power_on) begin
      armed <= 1'b0;
      full <= 1'b0;
      received <= 1'b0;
      unused_bytes <= 2'd0;
      pointer <= lanai_regs_pkg::RmpReset;
      limit <= lanai_regs_pkg::RmlReset;
    end else begin
      armed <= armed_after;
      full <= full_after;
      received <= received_after;
      unused_bytes <= unused_bytes_after;
      pointer <= pointer_after;
      limit <= limit_after;
      if (cpu_sets_pointer) pointer <= {cpu_value, 2'd0};
      if (cpu_sets_limit) begin
        limit <= {cpu_value, 2'd0};
        armed <= 1'b1;
        full <= 1'b0;
        received <= 1'b0;
      end
    end
  end

  lanai_receive_rules u_host_rules (
      .write(host_write),
      .offset(host_offset),
      .value(host_value),
      .armed(armed),
      .pointer(pointer),
      .limit(limit),
      .sram_bytes(sram_bytes),
      .sets_pointer(host_sets_pointer),
      .sets_limit(host_sets_limit),
      .fault(host_fault)
  );
  lanai_receive_rules u_cpu_rules (
      .write(cpu_write),
      .offset(cpu_offset),
      .value(cpu_value),
      .armed(armed_after),
      .pointer(pointer_after),
      .limit(limit_after),
      .sram_bytes(sram_bytes),
      .sets_pointer(cpu_sets_pointer),
      .sets_limit(cpu_sets_limit),
      .fault(cpu_fault)
  );

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk) begin
    if (!power_on) begin
      inside_its_range : assert (granted == 2'd0 || last_address <= limit_after);
      inside_the_sram : assert (granted == 2'd0 || last_address < {11'd0, sram_bytes});
      gets_what_it_wants_at_most : assert (granted <= wants);
      nothing_behind_a_tail : assert (!(granted[1] && first[34]));
      never_stop_and_go : assert (!(tell_stop && tell_go));
      whole_words : assert (pointer[1:0] == 2'd0 && limit[1:0] == 2'd0);
      not_armed_when_full_or_received : assert (!armed || !(full || received));
      short_words_end_packets : assert (waiting == 9'd0 || first[34] || first[33:32] == 2'd3);
    end
  end
`endif
endmodule

`default_nettype wire
