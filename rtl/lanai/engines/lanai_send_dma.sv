// The send DMA engine: fetches the words from SMP up to SML or SMLT into a small FIFO, from which the link takes
// them. The clock has three parts: the link takes words; the host may write a register; the engine fetches. What the
// processor writes acts after that.
`default_nettype none

module lanai_send_dma #(
    parameter int unsigned SLOTS = 5,
    parameter int unsigned WORDS = 32
) (
    input  wire logic                           clk_i,
    input  wire logic                           power_on_i,
    input  wire logic                           chip_reset_i,
    input  wire logic [1:0]                     most_i,            // words fetched in a clock, 1 or 2
    input  wire logic [5:0]                     depth_i,           // of the FIFO
    input  wire logic [5:0]                     start_i,           // words that must wait before the link starts
    input  wire logic [20:0]                    sram_bytes_i,
    // Registers. The link comes before the host.
    input  wire lanai_regs_pkg::send_dma_regs_t host_selected_i,
    input  wire logic                           host_read_i,
    input  wire logic                           host_write_i,
    input  wire logic [31:0]                    host_value_i,
    output      logic [31:0]                    host_found_o,
    output      logic [3:0]                     host_fault_o,
    input  wire lanai_regs_pkg::send_dma_regs_t cpu_selected_i,
    input  wire logic                           cpu_read_i,
    input  wire logic                           cpu_write_i,
    input  wire logic [31:0]                    cpu_value_i,
    output      logic [31:0]                    cpu_found_o,
    output      logic [3:0]                     cpu_fault_o,
    output      logic                           done_o,            // as the host finds it
    output      logic                           ready_at_begin_o,
    output      logic                           ready_o,
    output      logic                           done_after_o,      // as the processor does
    output      logic                           ready_after_o,
    // SRAM.
    output      logic [1:0]                     wants_o,
    input  wire logic [1:0]                     granted_i,
    output      logic [31:0]                    sram_address_o,    // of the first word; the second follows it
    input  wire logic [31:0]                    first_word_i,
    input  wire logic [31:0]                    second_word_i,
    // Link.
    output      logic [2:0]                     offer_o,
    output      logic [SLOTS*44-1:0]            front_o,
    input  wire logic [2:0]                     take_i,
    output      logic [5:0]                     waiting_o,
    output      logic                           active_o,
    output      logic [31:0]                    pointer_o,
    output      logic [31:0]                    limit_o
);
  engines_pkg::send_dma_t control_q;
  logic [31:0] limit_q;
  logic [31:0] pointer_q;
  assign active_o = control_q.active;
  assign done_o = control_q.done;
  assign limit_o = limit_q;
  assign pointer_o = pointer_q;

  logic begins_packet_q;  // the next word fetched begins one
  logic running_q;
  logic open_q;
  logic [7:0] crc_q;

  // The link. It starts when enough words wait, or when no more will come; then it goes on until none is left.
  logic running_now;
  logic [5:0] waiting_left;
  logic running_left;
  logic open_left;
  localparam logic [5:0] MOST_OFFERED = SLOTS[5:0];
  assign running_now = waiting_o >= start_i || !control_q.active ? waiting_o != 6'd0 : running_q;
  always_comb begin
    if (!running_now) offer_o = 3'd0;
    else offer_o = waiting_o < MOST_OFFERED ? waiting_o[2:0] : MOST_OFFERED[2:0];
  end
  assign waiting_left = waiting_o - {3'd0, take_i};
  assign running_left = running_now && waiting_left != 6'd0;
  always_comb begin
    open_left = open_q;
    for (int i = 0; i < SLOTS; i++) begin
      if (take_i == i[2:0] + 3'd1) open_left = !front_o[44*i+34];
    end
  end
  assign ready_at_begin_o = !open_q && !control_q.active && waiting_o == 6'd0;
  assign ready_o = !open_left && !control_q.active && waiting_left == 6'd0;

  // The host.
  localparam engines_pkg::send_dma_t AFTER_RESET = {3'b001, lanai_regs_pkg::SaReset[1:0]};
  engines_pkg::send_dma_t control_written;
  logic [31:0] pointer_written;
  logic [31:0] limit_written;
  lanai_send_registers u_for_host (
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
  engines_pkg::send_dma_t control_host;
  logic [31:0] pointer_host;
  logic [31:0] limit_host;
  logic [5:0] waiting_host;
  assign control_host = chip_reset_i ? AFTER_RESET : control_written;
  assign pointer_host = chip_reset_i ? lanai_regs_pkg::SmpReset : pointer_written;
  assign limit_host = chip_reset_i ? lanai_regs_pkg::SmlReset : limit_written;
  assign waiting_host = chip_reset_i ? 6'd0 : waiting_left;

  // The SRAM.
  logic [5:0] room;
  logic [1:0] left;
  assign room = depth_i - waiting_host;
  always_comb begin
    if (pointer_host > limit_host) left = 2'd0;
    else left = pointer_host == limit_host ? 2'd1 : 2'd2;
    wants_o = left < most_i ? left : most_i;
    if (room < {4'd0, wants_o}) wants_o = room[1:0];
    if (!control_host.active) wants_o = 2'd0;
  end
  assign sram_address_o = pointer_host;

  engines_pkg::send_dma_t control_after;
  logic [31:0] pointer_after;
  logic last_is_first;
  logic [31:0] last_word;
  assign last_word = granted_i[1] ? pointer_host + 32'd4 : pointer_host;
  logic [5:0] waiting_after;
  always_comb begin
    pointer_after = pointer_host;
    if (granted_i[0]) pointer_after = pointer_host + 32'd4;
    if (granted_i[1]) pointer_after = pointer_host + 32'd8;
    control_after = control_host;
    if (granted_i != 2'd0) control_after.alignment = 2'd0;
    if (granted_i != 2'd0 && last_word == limit_host) begin
      control_after.active = 1'b0;
      control_after.done = 1'b1;
    end
  end
  assign done_after_o = control_after.done;
  assign waiting_after = waiting_host + {4'd0, granted_i};
  assign ready_after_o = !(open_left && !chip_reset_i) && !control_after.active && waiting_after == 6'd0;
  assign last_is_first = granted_i == 2'd1;

  // The words that come, with the CRC so far.
  logic tail_comes;
  logic [7:0] crc_first;
  logic [7:0] crc_second;
  logic [3:0] counts_first;
  assign tail_comes = control_host.ends_packet && !control_after.active;
  assign counts_first = granted_i != 2'd0 ? 4'b1111 >> control_host.alignment : 4'd0;
  lanai_crc8 u_crc_of_first (
      .crc_in_i(begins_packet_q || chip_reset_i ? 8'd0 : crc_q),
      .word_i(first_word_i),
      .counts_i(counts_first),
      .crc_out_o(crc_first)
  );
  lanai_crc8 u_crc_of_second (
      .crc_in_i(crc_first),
      .word_i(second_word_i),
      .counts_i({4{granted_i[1]}}),
      .crc_out_o(crc_second)
  );
  link_pkg::sent_t first;
  link_pkg::sent_t second;
  assign first = {begins_packet_q, crc_first, tail_comes && last_is_first, control_host.alignment, first_word_i};
  assign second = {1'b0, crc_second, tail_comes, 2'd0, second_word_i};
  lanai_send_fifo #(
      .SLOTS(SLOTS),
      .WORDS(WORDS)
  ) u_fifo (
      .clk_i(clk_i),
      .clear_i(power_on_i || chip_reset_i),
      .take_i(take_i),
      .put_i(granted_i),
      .first_i(first),
      .second_i(second),
      .count_o(waiting_o),
      .front_o(front_o)
  );

  // The processor.
  engines_pkg::send_dma_t control_d;
  logic [31:0] pointer_d;
  logic [31:0] limit_d;
  lanai_send_registers u_for_processor (
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
    if (power_on_i || chip_reset_i) begin
      running_q <= 1'b0;
      open_q <= 1'b0;
      begins_packet_q <= 1'b1;
      crc_q <= 8'd0;
    end else begin
      running_q <= running_left;
      open_q <= open_left;
      if (granted_i != 2'd0) begin
        begins_packet_q <= tail_comes;
        crc_q <= granted_i[1] ? crc_second : crc_first;
      end
    end
    if (power_on_i) begin
      control_q <= AFTER_RESET;
      pointer_q <= lanai_regs_pkg::SmpReset;
      limit_q <= lanai_regs_pkg::SmlReset;
    end else begin
      control_q <= control_d;
      pointer_q <= pointer_d;
      limit_q <= limit_d;
    end
  end

`ifdef FLYBAR_ASSERT
  always_ff @(posedge clk_i) begin
    if (!power_on_i) begin
      link_takes_what_is_offered : assert (take_i <= offer_o);
      fifo_keeps_to_its_depth : assert (waiting_o <= depth_i);
      inside_its_range :
      assert (granted_i == 2'd0 || {1'b0, sram_address_o} + {29'd0, granted_i, 2'd0} <= {1'b0, limit_host} + 33'd4);
      inside_the_sram : assert (granted_i == 2'd0 || limit_host < {11'd0, sram_bytes_i});
      done_and_active_exclude_each_other : assert (!(control_q.active && control_q.done));
      gets_what_it_wants_at_most : assert (granted_i <= wants_o);
      whole_words : assert (pointer_q[1:0] == 2'd0 && limit_q[1:0] == 2'd0);
    end
  end
`endif
endmodule

`default_nettype wire
