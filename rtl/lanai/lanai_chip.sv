// The LANai chip: its processor, three DMA engines, special registers, and the unit for the incoming payload table that
// the real one did not have. SRAM, the host's port and what else is on the board lie outside (lanai_board).
//
// All of a clock happens in one chain of logic, whose parts see what those before them did: ticks, link, a register
// for the host, SRAM and engines, STOP and GO, processor.
`default_nettype none

module lanai_chip #(
    parameter int unsigned SendFifoWords = 32,
    parameter int unsigned SlackWords = 256
) (
    input wire logic clk_i,
    input wire logic power_on_i,
    input wire logic chip_reset_i,
    input wire logic wake_i,
    input wire logic hold_i,               // the processor
    input wire logic interrupt_enabled_i,

    input wire logic [ 1:0] cfg_order_i,
    input wire logic [ 1:0] cfg_accesses_i,
    input wire logic [ 1:0] cfg_link_words_i,
    input wire logic [ 5:0] cfg_send_fifo_i,
    input wire logic [ 5:0] cfg_send_start_i,
    input wire logic [ 8:0] cfg_stop_mark_i,
    input wire logic [ 8:0] cfg_go_mark_i,
    input wire logic [ 5:0] cfg_dma_start_i,
    input wire logic [16:0] cfg_dma_burst_i,
    input wire logic [20:0] cfg_sram_bytes_i,

    input wire logic [1:0] tick_i,

    // The host's access to a register, or to the table of the IPT unit.
    input  wire engines_pkg::access_t host_i,
    input  wire logic [ 7:0]          host_offset_i,
    output      logic [31:0]          host_found_o,
    input  wire logic                 table_read_i,
    input  wire logic                 table_write_i,
    input  wire logic [11:2]          table_word_i,
    output      logic [31:0]          table_found_o,

    // SRAM: who gets it, addresses and words.
    input  wire logic                    pio_wants_i,
    output      logic                    host_granted_o,       // to PIO, or to the host DMA if that does not want it
    output      logic                    hdma_granted_o,
    output      logic                    hdma_to_sram_o,
    output      logic [31:0]             hdma_sram_address_o,
    output      engines_pkg::span_t      receive_o,
    output      engines_pkg::two_words_t received_o,
    output      engines_pkg::span_t      send_o,
    input  wire engines_pkg::two_words_t sent_i,
    output      logic [31:0]             next_address_o,
    input  wire logic [31:0]             next_word_i,
    output      logic [31:0]             data_address_o,
    output      logic [ 3:0]             data_write_o,
    output      logic [31:0]             data_store_o,
    input  wire logic [31:0]             data_word_i,

    // Bus.
    output      logic        hdma_req_o,
    output      logic        hdma_write_o,
    output      logic [31:0] hdma_address_o,
    output      logic [31:0] hdma_left_o,
    output      logic [16:0] hdma_longest_o,
    input  wire logic        hdma_due_i,

    output      logic [2:0]          link_offer_o,
    output      link_pkg::front_t    link_front_o,
    input  wire logic [2:0]          link_take_i,
    output      logic                link_crc_o,
    input  wire logic [2:0]          link_in_count_i,
    input  wire link_pkg::arriving_t link_in_words_i,
    output      logic                tell_stop_o,
    output      logic                tell_go_o,

    output logic       irq_o,
    output logic [3:0] fault_o,

    output monitor_pkg::report_t report_o,
    output monitor_pkg::state_t  state_o
);
  // The processor's access to a register, and which one it is; likewise the host's.
  engines_pkg::access_t cpu;
  logic [7:0] cpu_offset;
  lanai_regs_pkg::host_dma_regs_t cpu_host_dma;
  lanai_regs_pkg::send_dma_regs_t cpu_send_dma;
  lanai_regs_pkg::receive_dma_regs_t cpu_receive_dma;
  lanai_regs_pkg::timers_regs_t cpu_timers;
  lanai_regs_pkg::isr_regs_t cpu_isr;
  lanai_regs_pkg::settings_regs_t cpu_settings;
  lanai_regs_pkg::to_link_regs_t cpu_to_link;
  lanai_regs_pkg::from_link_regs_t cpu_from_link;
  logic cpu_kept;
  lanai_regs_decode u_decode_for_processor (
      .valid_i(cpu.read || cpu.write),
      .offset_i(cpu_offset),
      .host_dma_o(cpu_host_dma),
      .send_dma_o(cpu_send_dma),
      .receive_dma_o(cpu_receive_dma),
      .timers_o(cpu_timers),
      .isr_o(cpu_isr),
      .settings_o(cpu_settings),
      .to_link_o(cpu_to_link),
      .from_link_o(cpu_from_link),
      .kept_o(cpu_kept)
  );
  lanai_regs_pkg::host_dma_regs_t host_host_dma;
  lanai_regs_pkg::send_dma_regs_t host_send_dma;
  lanai_regs_pkg::receive_dma_regs_t host_receive_dma;
  lanai_regs_pkg::timers_regs_t host_timers;
  lanai_regs_pkg::isr_regs_t host_isr;
  lanai_regs_pkg::settings_regs_t host_settings;
  lanai_regs_pkg::to_link_regs_t host_to_link;
  logic host_kept;
  lanai_regs_decode u_decode_for_host (
      .valid_i(host_i.read || host_i.write),
      .offset_i(host_offset_i),
      .host_dma_o(host_host_dma),
      .send_dma_o(host_send_dma),
      .receive_dma_o(host_receive_dma),
      .timers_o(host_timers),
      .isr_o(host_isr),
      .settings_o(host_settings),
      .to_link_o(host_to_link),
      // verilator lint_off PINCONNECTEMPTY
      .from_link_o(),  // it may read them
      // verilator lint_on PINCONNECTEMPTY
      .kept_o(host_kept)
  );

  // The order of the SRAM.
  logic [1:0] receive_wants;
  logic [1:0] receive_granted;
  logic [1:0] send_wants;
  logic [1:0] send_granted;
  logic [1:0] cpu_wants;
  logic [1:0] cpu_granted;
  lanai_arbiter u_arbiter (
      .order_i(cfg_order_i),
      .accesses_i(cfg_accesses_i),
      .want_host_i(pio_wants_i || hdma_due_i),
      .want_receive_i(receive_wants),
      .want_send_i(send_wants),
      .want_processor_i(cpu_wants),
      .grant_host_o(host_granted_o),
      .grant_receive_o(receive_granted),
      .grant_send_o(send_granted),
      .grant_processor_o(cpu_granted)
  );
  assign hdma_granted_o = hdma_due_i && host_granted_o && !pio_wants_i;

  // Engines.
  engines_pkg::answer_t hdma_to_host;
  engines_pkg::answer_t hdma_to_cpu;
  logic to_sram;
  logic hdma_done;
  logic hdma_done_after;
  lanai_host_dma u_host_dma (
      .clk_i(clk_i),
      .power_on_i(power_on_i),
      .chip_reset_i(chip_reset_i),
      .start_delay_i(cfg_dma_start_i),
      .board_burst_i(cfg_dma_burst_i),
      .sram_bytes_i(cfg_sram_bytes_i),
      .host_i(host_i),
      .host_selected_i(host_host_dma),
      .host_o(hdma_to_host),
      .cpu_i(cpu),
      .cpu_selected_i(cpu_host_dma),
      .cpu_o(hdma_to_cpu),
      .done_o(hdma_done),
      .done_after_o(hdma_done_after),
      .due_i(hdma_due_i),
      .granted_i(hdma_granted_o),
      .to_sram_now_o(hdma_to_sram_o),
      .sram_address_o(hdma_sram_address_o),
      .request_o(hdma_req_o),
      .longest_o(hdma_longest_o),
      .to_sram_o(to_sram),
      .ear_o(hdma_address_o),
      .lar_o(state_o.lar),
      .left_o(hdma_left_o)
  );
  assign hdma_write_o = !to_sram;

  engines_pkg::answer_t send_to_host;
  engines_pkg::answer_t send_to_cpu;
  engines_pkg::send_status_t send_at_begin;
  engines_pkg::send_status_t send_now;
  engines_pkg::send_status_t send_after;
  lanai_send_dma #(
      .WORDS(SendFifoWords)
  ) u_send_dma (
      .clk_i(clk_i),
      .power_on_i(power_on_i),
      .chip_reset_i(chip_reset_i),
      .most_i(cfg_link_words_i),
      .depth_i(cfg_send_fifo_i),
      .start_i(cfg_send_start_i),
      .sram_bytes_i(cfg_sram_bytes_i),
      .host_i(host_i),
      .host_selected_i(host_send_dma),
      .host_o(send_to_host),
      .cpu_i(cpu),
      .cpu_selected_i(cpu_send_dma),
      .cpu_o(send_to_cpu),
      .status_at_begin_o(send_at_begin),
      .status_o(send_now),
      .status_after_o(send_after),
      .wants_o(send_wants),
      .granted_i(send_granted),
      .fetch_o(send_o),
      .fetched_i(sent_i),
      .offer_o(link_offer_o),
      .front_o(link_front_o),
      .take_i(link_take_i),
      .waiting_o(state_o.send_waiting),
      .active_o(state_o.send_active),
      .pointer_o(state_o.smp),
      .limit_o(state_o.sml)
  );

  engines_pkg::answer_t receive_to_host;
  engines_pkg::answer_t receive_to_cpu;
  logic crc_enable;
  engines_pkg::receive_status_t receive_at_begin;
  engines_pkg::receive_status_t receive_now;
  engines_pkg::receive_status_t receive_after;
  logic packet_ends;
  lanai_receive_dma #(
      .WORDS(SlackWords)
  ) u_receive_dma (
      .clk_i(clk_i),
      .power_on_i(power_on_i),
      .chip_reset_i(chip_reset_i),
      .most_i(cfg_link_words_i),
      .stop_mark_i(cfg_stop_mark_i),
      .go_mark_i(cfg_go_mark_i),
      .sram_bytes_i(cfg_sram_bytes_i),
      .crc_enable_i(crc_enable),
      .host_i(host_i),
      .host_selected_i(host_receive_dma),
      .host_o(receive_to_host),
      .cpu_i(cpu),
      .cpu_selected_i(cpu_receive_dma),
      .cpu_o(receive_to_cpu),
      .status_at_begin_o(receive_at_begin),
      .status_o(receive_now),
      .status_after_o(receive_after),
      .arriving_i(link_in_count_i),
      .arriving_words_i(link_in_words_i),
      .tell_stop_o(tell_stop_o),
      .tell_go_o(tell_go_o),
      .wants_o(receive_wants),
      .granted_i(receive_granted),
      .store_o(receive_o),
      .stored_o(received_o),
      .packet_ends_o(packet_ends),
      .armed_o(state_o.armed),
      .waiting_o(state_o.receive_waiting),
      .pointer_o(state_o.rmp),
      .limit_o(state_o.rml)
  );

  // The unit for the incoming payload table.
  logic host_is_ipt;
  logic cpu_is_ipt;
  engines_pkg::answer_t ipt_to_host;
  engines_pkg::answer_t ipt_to_cpu;
  lanai_ipt u_ipt (
      .clk_i(clk_i),
      .power_on_i(power_on_i),
      .chip_reset_i(chip_reset_i),
      .table_read_i(table_read_i),
      .table_write_i(table_write_i),
      .table_word_i(table_word_i),
      .table_value_i(host_i.value),
      .table_found_o(table_found_o),
      .host_i(host_i),
      .host_offset_i(host_offset_i),
      .host_is_here_o(host_is_ipt),
      .host_o(ipt_to_host),
      .cpu_i(cpu),
      .cpu_offset_i(cpu_offset),
      .cpu_is_here_o(cpu_is_ipt),
      .cpu_o(ipt_to_cpu),
      .stored_i(receive_granted),
      .packet_ends_i(packet_ends),
      .stored_words_i(received_o)
  );

  // The registers that no engine keeps.
  logic [31:0] host_of_registers;
  logic [31:0] cpu_of_registers;
  logic [31:0] host_register;
  logic [31:0] cpu_register;
  logic [31:0] cpu_found;
  assign host_register = host_of_registers | hdma_to_host.found | send_to_host.found | receive_to_host.found;
  assign cpu_register = cpu_of_registers | hdma_to_cpu.found | send_to_cpu.found | receive_to_cpu.found;
  assign host_found_o = host_is_ipt ? ipt_to_host.found : host_register;
  assign cpu_found = cpu_is_ipt ? ipt_to_cpu.found : cpu_register;
  lanai_registers u_registers (
      .clk_i(clk_i),
      .power_on_i(power_on_i),
      .chip_reset_i(chip_reset_i),
      .wake_i(wake_i),
      .tick_i(tick_i),
      .interrupt_enabled_i(interrupt_enabled_i),
      .host_timers_i(host_timers),
      .host_isr_i(host_isr),
      .host_settings_i(host_settings),
      .host_kept_i(host_kept),
      .host_i(host_i),
      .host_word_i(host_offset_i[7:2]),
      .host_found_o(host_of_registers),
      .cpu_timers_i(cpu_timers),
      .cpu_isr_i(cpu_isr),
      .cpu_settings_i(cpu_settings),
      .cpu_kept_i(cpu_kept),
      .cpu_i(cpu),
      .cpu_word_i(cpu_offset[7:2]),
      .cpu_found_o(cpu_of_registers),
      .engines_i({hdma_done, send_at_begin, receive_at_begin}),
      .engines_now_i({hdma_done, send_now, receive_now}),
      .engines_after_i({hdma_done_after, send_after, receive_after}),
      .crc_enable_o(link_crc_o),
      .crc_enable_now_o(crc_enable),
      .isr_o(state_o.isr),
      .interrupt_o(irq_o)
  );

  // The processor.
  logic fetch_used;
  logic data_read;
  logic stalled_data;
  logic [3:0] core_fault;
  lanai_core u_core (
      .clk_i(clk_i),
      .sram_bytes_i(cfg_sram_bytes_i[20:2]),
      .hold_i(hold_i),
      .accesses_i(cpu_granted),
      .wants_o(cpu_wants),
      .next_address_o(next_address_o),
      .next_word_i(next_word_i),
      .fetch_used_o(fetch_used),
      .data_address_o(data_address_o),
      .data_read_o(data_read),
      .data_write_o(data_write_o),
      .data_store_o(data_store_o),
      .data_word_i(data_word_i),
      .special_offset_o(cpu_offset),
      .special_read_o(cpu.read),
      .special_write_o(cpu.write),
      .special_store_o(cpu.value),
      .special_word_i(cpu_found),
      .retired_o(report_o.retire),
      .pc_o(state_o.pc),
      .retired_word_o(report_o.retire_instr),
      .retired_register_o(report_o.retire_rd),
      .retired_result_o(report_o.retire_result),
      .flags_o(report_o.retire_flags),
      .base_written_o(state_o.update),
      .base_index_o(state_o.update_rd),
      .base_value_o(state_o.update_value),
      .stalled_data_o(stalled_data),
      .stalled_load_o(report_o.load_use),
      .fault_o(core_fault)
  );

  // What else the clock has done.
  assign report_o.retire_pc = state_o.pc;
  assign report_o.write = cpu.write;
  assign report_o.write_offset = cpu_offset;
  assign report_o.write_data = cpu.value;
  assign report_o.grant_host = {1'b0, host_granted_o};
  assign report_o.grant_receive = receive_granted;
  assign report_o.grant_send = send_granted;
  assign report_o.grant_cpu = cpu_granted;

  // What the program did wrong. Bytes straight from and to the link do not exist here.
  logic [3:0] link_host_fault;
  logic [3:0] link_cpu_fault;
  assign link_host_fault = host_i.write && host_to_link != '0 ? fault_pkg::BYTES_SENT : fault_pkg::NONE;
  always_comb begin
    link_cpu_fault = fault_pkg::NONE;
    if (cpu.write && cpu_to_link != '0) link_cpu_fault = fault_pkg::BYTES_SENT;
    if (cpu.read && cpu_from_link != '0) link_cpu_fault = fault_pkg::BYTES_RECEIVED;
  end
  // An access is one of one register, so at most one of these is there. The host's comes before the processor's.
  logic [3:0] host_fault;
  logic [3:0] cpu_fault;
  assign host_fault = hdma_to_host.fault | send_to_host.fault | receive_to_host.fault | ipt_to_host.fault | link_host_fault;
  assign cpu_fault = core_fault | hdma_to_cpu.fault | send_to_cpu.fault | receive_to_cpu.fault | ipt_to_cpu.fault |
      link_cpu_fault;

  assign fault_o = host_fault != fault_pkg::NONE ? host_fault : cpu_fault;

`ifdef FLYBAR_ASSERT
  logic [2:0] used;
  assign used = {2'd0, host_granted_o} + {1'b0, receive_granted} + {1'b0, send_granted} + {2'd0, fetch_used} +
      {2'd0, data_read || data_write_o != 4'd0};
  always_ff @(posedge clk_i) begin
    if (!power_on_i) begin
      no_more_accesses_than_there_are : assert (used <= {1'b0, cfg_accesses_i});
      one_or_two_accesses : assert (cfg_accesses_i == 2'd1 || cfg_accesses_i == 2'd2);
      stalls_or_retires : assert ({2'd0, report_o.retire} + {2'd0, stalled_data} + {2'd0, report_o.load_use} <= 3'd1);
    end
  end
`endif
endmodule

`default_nettype wire
