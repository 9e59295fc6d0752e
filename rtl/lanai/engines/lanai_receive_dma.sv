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
    input  wire logic                              clk_i,
    input  wire logic                              power_on_i,
    input  wire logic                              chip_reset_i,
    input  wire logic [1:0]                        most_i,             // words stored in a clock, 1 or 2
    input  wire logic [8:0]                        stop_mark_i,
    input  wire logic [8:0]                        go_mark_i,
    input  wire logic [20:0]                       sram_bytes_i,
    input  wire logic                              crc_enable_i,       // after what the host writes in this clock
    // Registers.
    input  wire lanai_regs_pkg::receive_dma_regs_t host_selected_i,
    input  wire logic                              host_read_i,
    input  wire logic                              host_write_i,
    input  wire logic [31:2]                       host_value_i,
    output      logic [31:0]                       host_found_o,
    output      logic [3:0]                        host_fault_o,
    input  wire lanai_regs_pkg::receive_dma_regs_t cpu_selected_i,
    input  wire logic                              cpu_read_i,
    input  wire logic                              cpu_write_i,
    input  wire logic [31:2]                       cpu_value_i,
    output      logic [31:0]                       cpu_found_o,
    output      logic [3:0]                        cpu_fault_o,
    // At the begin of the clock, as the host finds it, as the processor does.
    output      engines_pkg::receive_status_t      status_at_begin_o,
    output      engines_pkg::receive_status_t      status_o,
    output      engines_pkg::receive_status_t      status_after_o,
    // Link.
    input  wire logic [2:0]                        arriving_i,
    input  wire logic [SLOTS*36-1:0]               arriving_words_i,
    output      logic                              tell_stop_o,
    output      logic                              tell_go_o,
    // SRAM.
    output      logic [1:0]                        wants_o,
    input  wire logic [1:0]                        granted_i,
    output      logic [31:0]                       sram_address_o,     // of the first word; the second follows it
    output      logic [31:0]                       first_word_o,
    output      logic [31:0]                       second_word_o,
    output      logic                              packet_ends_o,      // with the last word stored in this clock
    output      logic                              armed_o,
    output      logic [8:0]                        waiting_o,          // at the begin of the clock
    output      logic [31:0]                       pointer_o,
    output      logic [31:0]                       limit_o
);
  engines_pkg::receive_dma_t control_q;
  logic [31:0] limit_q;
  logic [31:0] pointer_q;
  assign armed_o = control_q.armed;
  assign limit_o = limit_q;
  assign pointer_o = pointer_q;

  logic told_stop_q;
  logic [7:0] crc_q;

  link_pkg::received_t first;
  link_pkg::received_t second;
  logic [8:0] waiting_now;
  lanai_receive_fifo #(
      .SLOTS(SLOTS),
      .WORDS(WORDS)
  ) u_fifo (
      .clk_i(clk_i),
      .power_on_i(power_on_i),
      .clear_i(chip_reset_i),
      .arriving_i(arriving_i),
      .arriving_words_i(arriving_words_i),
      .take_i(granted_i),
      .waiting_o(waiting_o),
      .waiting_now_o(waiting_now),
      .first_o(first),
      .second_o(second)
  );

  // The host.
  localparam engines_pkg::receive_dma_t AFTER_RESET = 5'd0;
  engines_pkg::receive_dma_t control_written;
  logic [31:0] pointer_written;
  logic [31:0] limit_written;
  lanai_receive_registers u_for_host (
      .selected_i(host_selected_i),
      .read_i(host_read_i),
      .write_i(host_write_i),
      .value_i(host_value_i),
      .sram_bytes_i(sram_bytes_i),
      .control_i(control_q),
      .pointer_i(pointer_q),
      .limit_i(limit_q),
      .control_o(control_written),
      .pointer_o(pointer_written),
      .limit_o(limit_written),
      .found_o(host_found_o),
      .fault_o(host_fault_o)
  );
  engines_pkg::receive_dma_t control_host;
  logic [31:0] pointer_host;
  logic [31:0] limit_host;
  logic [8:0] waiting_host;
  assign control_host = chip_reset_i ? AFTER_RESET : control_written;
  assign pointer_host = chip_reset_i ? lanai_regs_pkg::RmpReset : pointer_written;
  assign limit_host = chip_reset_i ? lanai_regs_pkg::RmlReset : limit_written;
  assign waiting_host = chip_reset_i ? 9'd0 : waiting_now;

  // The SRAM. Words up to the one that ends the packet or fills the buffer.
  logic one_left;
  assign one_left = first.tail || pointer_host == limit_host || waiting_host == 9'd1 || most_i == 2'd1;
  always_comb begin
    if (!control_host.armed || waiting_host == 9'd0) wants_o = 2'd0;
    else wants_o = one_left ? 2'd1 : 2'd2;
  end
  assign sram_address_o = pointer_host;

  // The CRC byte, the last of the packet, is stored as what is left of the check: 0 when good. Of the last word, what
  // the packet lacks is stored as zeros. Grants come late in the clock: both CRCs are ready before, and that of the second
  // word does not wait for the first, whose CRC goes on over as many zeros (CRCs are linear).
  logic [3:0] bytes_first;
  logic [3:0] bytes_second;
  logic [7:0] crc_first;
  logic [7:0] crc_of_first_goes_on;
  logic [7:0] crc_of_second_alone;
  logic [7:0] crc_second;
  assign bytes_first = ~(4'b0111 >> first.last_byte);
  assign bytes_second = ~(4'b0111 >> second.last_byte);
  lanai_crc8 u_crc_of_first (
      .crc_in_i(crc_q),
      .word_i(first.data),
      .counts_i(bytes_first),
      .crc_out_o(crc_first)
  );
  lanai_crc8 u_crc_goes_on (
      .crc_in_i(crc_first),
      .word_i(32'd0),
      .counts_i(bytes_second),
      .crc_out_o(crc_of_first_goes_on)
  );
  lanai_crc8 u_crc_of_second (
      .crc_in_i(8'd0),
      .word_i(second.data),
      .counts_i(bytes_second),
      .crc_out_o(crc_of_second_alone)
  );
  assign crc_second = crc_of_first_goes_on ^ crc_of_second_alone;
  lanai_tail_word u_store_first (
      .word_i(first.data),
      .last_byte_i(first.last_byte),
      .used_i(granted_i != 2'd0),
      .checks_i(first.tail && crc_enable_i),
      .crc_i(crc_first),
      .stored_o(first_word_o)
  );
  lanai_tail_word u_store_second (
      .word_i(second.data),
      .last_byte_i(second.last_byte),
      .used_i(granted_i[1]),
      .checks_i(second.tail && crc_enable_i),
      .crc_i(crc_second),
      .stored_o(second_word_o)
  );

  engines_pkg::receive_dma_t control_after;
  logic [31:0] pointer_after;
  logic [8:0] waiting_after;
  logic tail_stored;
  logic [1:0] last_byte_stored;
  logic [31:0] last_address;
  assign tail_stored = granted_i[1] ? second.tail : granted_i[0] && first.tail;
  assign packet_ends_o = tail_stored;
  assign last_byte_stored = granted_i[1] ? second.last_byte : first.last_byte;
  assign last_address = granted_i[1] ? pointer_host + 32'd4 : pointer_host;
  assign pointer_after = pointer_host + {28'd0, granted_i, 2'd0};
  always_comb begin
    control_after = control_host;
    if (granted_i != 2'd0) begin
      if (last_address == limit_host) begin
        control_after.full = 1'b1;
        control_after.armed = 1'b0;
      end
      if (tail_stored) begin
        control_after.received = 1'b1;
        control_after.unused_bytes = ~last_byte_stored;
        control_after.armed = 1'b0;
      end
    end
  end
  assign waiting_after = waiting_host - {7'd0, granted_i};

  // What ISR tells of it.
  assign status_at_begin_o = {waiting_o != 9'd0, control_q.full, control_q.received, control_q.unused_bytes};
  assign status_o = {waiting_now != 9'd0, control_q.full, control_q.received, control_q.unused_bytes};
  assign status_after_o = {
    waiting_after != 9'd0, control_after.full, control_after.received, control_after.unused_bytes
  };

  // STOP and GO, whatever the host resets.
  assign tell_stop_o = !told_stop_q && waiting_after >= stop_mark_i;
  assign tell_go_o = told_stop_q && waiting_after < go_mark_i;

  // The processor.
  engines_pkg::receive_dma_t control_d;
  logic [31:0] pointer_d;
  logic [31:0] limit_d;
  lanai_receive_registers u_for_processor (
      .selected_i(cpu_selected_i),
      .read_i(cpu_read_i),
      .write_i(cpu_write_i),
      .value_i(cpu_value_i),
      .sram_bytes_i(sram_bytes_i),
      .control_i(control_after),
      .pointer_i(pointer_after),
      .limit_i(limit_host),
      .control_o(control_d),
      .pointer_o(pointer_d),
      .limit_o(limit_d),
      .found_o(cpu_found_o),
      .fault_o(cpu_fault_o)
  );
  always_ff @(posedge clk_i) begin
    if (power_on_i) told_stop_q <= 1'b0;
    else if (tell_stop_o) told_stop_q <= 1'b1;
    else if (tell_go_o) told_stop_q <= 1'b0;

    if (power_on_i || chip_reset_i) crc_q <= 8'd0;
    else if (tail_stored) crc_q <= 8'd0;
    else if (granted_i != 2'd0) crc_q <= granted_i[1] ? crc_second : crc_first;

    if (power_on_i) begin
      control_q <= AFTER_RESET;
      pointer_q <= lanai_regs_pkg::RmpReset;
      limit_q <= lanai_regs_pkg::RmlReset;
    end else begin
      control_q <= control_d;
      pointer_q <= pointer_d;
      limit_q <= limit_d;
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    if (!power_on_i) begin
      inside_its_range : assert (granted_i == 2'd0 || last_address <= limit_host);
      inside_the_sram : assert (granted_i == 2'd0 || last_address < {11'd0, sram_bytes_i});
      gets_what_it_wants_at_most : assert (granted_i <= wants_o);
      nothing_behind_a_tail : assert (!(granted_i[1] && first.tail));
      never_stop_and_go : assert (!(tell_stop_o && tell_go_o));
      whole_words : assert (pointer_q[1:0] == 2'd0 && limit_q[1:0] == 2'd0);
      not_armed_when_full_or_received : assert (!control_q.armed || !(control_q.full || control_q.received));
      short_words_end_packets : assert (waiting_now == 9'd0 || first.tail || first.last_byte == 2'd3);
    end
  end
`endif
endmodule

`default_nettype wire
