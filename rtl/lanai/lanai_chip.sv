// The LANai chip: its processor, three DMA engines, special registers, and the unit for the incoming payload table that
// the real one did not have. SRAM, the host's port and what else is on the board lie outside (lanai_board).
//
// All of a clock happens in one chain of logic, whose parts see what those before them did: ticks, link, a register
// for the host, SRAM and engines, STOP and GO, processor.
`default_nettype none

module lanai_chip #(
    parameter int unsigned LinkSlots = 5,
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
    input  wire logic        host_read_i,
    input  wire logic        host_write_i,
    input  wire logic [ 7:0] host_offset_i,
    input  wire logic [31:0] host_value_i,
    output      logic [31:0] host_found_o,
    input  wire logic        table_read_i,
    input  wire logic        table_write_i,
    input  wire logic [11:2] table_word_i,
    output      logic [31:0] table_found_o,

    // SRAM: who gets it, addresses and words.
    input  wire logic        pio_wants_i,
    output      logic        host_granted_o,     // to PIO, or to the host DMA if that does not want it
    output      logic        hdma_granted_o,
    output      logic        hdma_to_sram_o,
    output      logic [31:0] hdma_sram_address_o,
    output      logic [ 1:0] receive_granted_o,
    output      logic [31:0] receive_address_o,
    output      logic [31:0] receive_first_o,
    output      logic [31:0] receive_second_o,
    output      logic [ 1:0] send_granted_o,
    output      logic [31:0] send_address_o,
    input  wire logic [31:0] send_first_i,
    input  wire logic [31:0] send_second_i,
    output      logic [ 1:0] cpu_granted_o,
    output      logic [31:0] next_address_o,
    input  wire logic [31:0] next_word_i,
    output      logic [31:0] data_address_o,
    output      logic [ 3:0] data_write_o,
    output      logic [31:0] data_store_o,
    input  wire logic [31:0] data_word_i,

    // Bus.
    output      logic        hdma_req_o,
    output      logic        hdma_write_o,
    output      logic [31:0] hdma_address_o,
    output      logic [31:0] hdma_left_o,
    output      logic [16:0] hdma_longest_o,
    input  wire logic        hdma_due_i,

    output      logic [             2:0] link_offer_o,
    output      logic [LinkSlots*44-1:0] link_front_o,
    input  wire logic [             2:0] link_take_i,
    output      logic                    link_crc_o,
    input  wire logic [             2:0] link_in_count_i,
    input  wire logic [LinkSlots*36-1:0] link_in_words_i,
    output      logic                    tell_stop_o,
    output      logic                    tell_go_o,

    output logic       irq_o,
    output logic [3:0] fault_o,

    // For a monitor: what the processor does in this clock, and what the engines had at its begin.
    output logic            retired_o,
    output logic [31:0]     retired_word_o,
    output logic [ 4:0]     retired_register_o,
    output logic [31:0]     retired_result_o,
    output isa_pkg::flags_t flags_o,
    output logic            load_use_o,
    output logic [31:0]     pc_o,
    output logic            base_written_o,
    output logic [ 4:0]     base_index_o,
    output logic [31:0]     base_value_o,
    output logic            register_written_o,
    output logic [ 7:0]     register_offset_o,
    output logic [31:0]     register_value_o,
    output logic [31:0]     isr_o,
    output logic [31:0]     lar_o,
    output logic [31:0]     rmp_o,
    output logic [31:0]     rml_o,
    output logic [31:0]     smp_o,
    output logic [31:0]     sml_o,
    output logic            armed_o,
    output logic            send_active_o,
    output logic [ 8:0]     receive_waiting_o,
    output logic [ 5:0]     send_waiting_o
);
  // The processor's access to a register, and which one it is; likewise the host's.
  logic cpu_read;
  logic cpu_write;
  logic [7:0] cpu_offset;
  logic [31:0] cpu_store;
  assign register_written_o = cpu_write;
  assign register_offset_o = cpu_offset;
  assign register_value_o = cpu_store;
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
      .valid_i(cpu_read || cpu_write),
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
      .valid_i(host_read_i || host_write_i),
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
  logic [1:0] send_wants;
  logic [1:0] cpu_wants;
  lanai_arbiter u_arbiter (
      .order_i(cfg_order_i),
      .accesses_i(cfg_accesses_i),
      .want_host_i(pio_wants_i || hdma_due_i),
      .want_receive_i(receive_wants),
      .want_send_i(send_wants),
      .want_processor_i(cpu_wants),
      .grant_host_o(host_granted_o),
      .grant_receive_o(receive_granted_o),
      .grant_send_o(send_granted_o),
      .grant_processor_o(cpu_granted_o)
  );
  assign hdma_granted_o = hdma_due_i && host_granted_o && !pio_wants_i;

  // Engines.
  logic [3:0] hdma_host_fault;
  logic [3:0] hdma_cpu_fault;
  logic to_sram;
  logic hdma_done;
  logic hdma_done_after;
  logic [31:0] host_of_host_dma;
  logic [31:0] cpu_of_host_dma;
  lanai_host_dma u_host_dma (
      .clk_i(clk_i),
      .power_on_i(power_on_i),
      .chip_reset_i(chip_reset_i),
      .start_delay_i(cfg_dma_start_i),
      .board_burst_i(cfg_dma_burst_i),
      .sram_bytes_i(cfg_sram_bytes_i),
      .host_selected_i(host_host_dma),
      .host_read_i(host_read_i),
      .host_write_i(host_write_i),
      .host_value_i(host_value_i),
      .host_found_o(host_of_host_dma),
      .host_fault_o(hdma_host_fault),
      .cpu_selected_i(cpu_host_dma),
      .cpu_read_i(cpu_read),
      .cpu_write_i(cpu_write),
      .cpu_value_i(cpu_store),
      .cpu_found_o(cpu_of_host_dma),
      .cpu_fault_o(hdma_cpu_fault),
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
      .lar_o(lar_o),
      .left_o(hdma_left_o)
  );
  assign hdma_write_o = !to_sram;

  logic [3:0] send_host_fault;
  logic [3:0] send_cpu_fault;
  logic send_done;
  logic send_done_after;
  logic send_ready_at_begin;
  logic send_ready;
  logic send_ready_after;
  logic [31:0] host_of_send_dma;
  logic [31:0] cpu_of_send_dma;
  lanai_send_dma #(
      .SLOTS(LinkSlots),
      .WORDS(SendFifoWords)
  ) u_send_dma (
      .clk_i(clk_i),
      .power_on_i(power_on_i),
      .chip_reset_i(chip_reset_i),
      .most_i(cfg_link_words_i),
      .depth_i(cfg_send_fifo_i),
      .start_i(cfg_send_start_i),
      .sram_bytes_i(cfg_sram_bytes_i),
      .host_selected_i(host_send_dma),
      .host_read_i(host_read_i),
      .host_write_i(host_write_i),
      .host_value_i(host_value_i),
      .host_found_o(host_of_send_dma),
      .host_fault_o(send_host_fault),
      .cpu_selected_i(cpu_send_dma),
      .cpu_read_i(cpu_read),
      .cpu_write_i(cpu_write),
      .cpu_value_i(cpu_store),
      .cpu_found_o(cpu_of_send_dma),
      .cpu_fault_o(send_cpu_fault),
      .done_o(send_done),
      .ready_at_begin_o(send_ready_at_begin),
      .ready_o(send_ready),
      .done_after_o(send_done_after),
      .ready_after_o(send_ready_after),
      .wants_o(send_wants),
      .granted_i(send_granted_o),
      .sram_address_o(send_address_o),
      .first_word_i(send_first_i),
      .second_word_i(send_second_i),
      .offer_o(link_offer_o),
      .front_o(link_front_o),
      .take_i(link_take_i),
      .waiting_o(send_waiting_o),
      .active_o(send_active_o),
      .pointer_o(smp_o),
      .limit_o(sml_o)
  );

  logic [3:0] receive_host_fault;
  logic [3:0] receive_cpu_fault;
  logic crc_enable;
  engines_pkg::receive_status_t receive_at_begin;
  engines_pkg::receive_status_t receive_now;
  engines_pkg::receive_status_t receive_after;
  logic [31:0] host_of_receive_dma;
  logic [31:0] cpu_of_receive_dma;
  logic packet_ends;
  lanai_receive_dma #(
      .SLOTS(LinkSlots),
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
      .host_selected_i(host_receive_dma),
      .host_read_i(host_read_i),
      .host_write_i(host_write_i),
      .host_value_i(host_value_i[31:2]),
      .host_found_o(host_of_receive_dma),
      .host_fault_o(receive_host_fault),
      .cpu_selected_i(cpu_receive_dma),
      .cpu_read_i(cpu_read),
      .cpu_write_i(cpu_write),
      .cpu_value_i(cpu_store[31:2]),
      .cpu_found_o(cpu_of_receive_dma),
      .cpu_fault_o(receive_cpu_fault),
      .status_at_begin_o(receive_at_begin),
      .status_o(receive_now),
      .status_after_o(receive_after),
      .arriving_i(link_in_count_i),
      .arriving_words_i(link_in_words_i),
      .tell_stop_o(tell_stop_o),
      .tell_go_o(tell_go_o),
      .wants_o(receive_wants),
      .granted_i(receive_granted_o),
      .sram_address_o(receive_address_o),
      .first_word_o(receive_first_o),
      .second_word_o(receive_second_o),
      .packet_ends_o(packet_ends),
      .armed_o(armed_o),
      .waiting_o(receive_waiting_o),
      .pointer_o(rmp_o),
      .limit_o(rml_o)
  );

  // The unit for the incoming payload table.
  logic host_is_ipt;
  logic cpu_is_ipt;
  logic [31:0] host_ipt;
  logic [31:0] cpu_ipt;
  logic [3:0] ipt_host_fault;
  logic [3:0] ipt_cpu_fault;
  lanai_ipt u_ipt (
      .clk_i(clk_i),
      .power_on_i(power_on_i),
      .chip_reset_i(chip_reset_i),
      .table_read_i(table_read_i),
      .table_write_i(table_write_i),
      .table_word_i(table_word_i),
      .table_value_i(host_value_i),
      .table_found_o(table_found_o),
      .host_read_i(host_read_i),
      .host_write_i(host_write_i),
      .host_offset_i(host_offset_i),
      .host_value_i(host_value_i),
      .host_is_here_o(host_is_ipt),
      .host_found_o(host_ipt),
      .cpu_read_i(cpu_read),
      .cpu_write_i(cpu_write),
      .cpu_offset_i(cpu_offset),
      .cpu_value_i(cpu_store),
      .cpu_is_here_o(cpu_is_ipt),
      .cpu_found_o(cpu_ipt),
      .stored_i(receive_granted_o),
      .packet_ends_i(packet_ends),
      .first_word_i(receive_first_o),
      .second_word_i(receive_second_o),
      .host_fault_o(ipt_host_fault),
      .cpu_fault_o(ipt_cpu_fault)
  );

  // The registers that no engine keeps.
  logic [31:0] host_of_registers;
  logic [31:0] cpu_of_registers;
  logic [31:0] host_register;
  logic [31:0] cpu_register;
  logic [31:0] cpu_found;
  assign host_register = host_of_registers | host_of_host_dma | host_of_send_dma | host_of_receive_dma;
  assign cpu_register = cpu_of_registers | cpu_of_host_dma | cpu_of_send_dma | cpu_of_receive_dma;
  assign host_found_o = host_is_ipt ? host_ipt : host_register;
  assign cpu_found = cpu_is_ipt ? cpu_ipt : cpu_register;
  engines_pkg::status_t engines_at_begin;
  engines_pkg::status_t engines_now;
  engines_pkg::status_t engines_after;
  assign engines_at_begin = {hdma_done, send_done, send_ready_at_begin, receive_at_begin};
  assign engines_now = {hdma_done, send_done, send_ready, receive_now};
  assign engines_after = {hdma_done_after, send_done_after, send_ready_after, receive_after};
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
      .host_read_i(host_read_i),
      .host_write_i(host_write_i),
      .host_word_i(host_offset_i[7:2]),
      .host_value_i(host_value_i),
      .host_found_o(host_of_registers),
      .cpu_timers_i(cpu_timers),
      .cpu_isr_i(cpu_isr),
      .cpu_settings_i(cpu_settings),
      .cpu_kept_i(cpu_kept),
      .cpu_read_i(cpu_read),
      .cpu_write_i(cpu_write),
      .cpu_word_i(cpu_offset[7:2]),
      .cpu_value_i(cpu_store),
      .cpu_found_o(cpu_of_registers),
      .engines_i(engines_at_begin),
      .engines_now_i(engines_now),
      .engines_after_i(engines_after),
      .crc_enable_o(link_crc_o),
      .crc_enable_now_o(crc_enable),
      .isr_o(isr_o),
      .interrupt_o(irq_o)
  );

  // The processor.
  logic fetch_used;
  logic data_read;
  logic stalled_data;
  isa_pkg::fault_t core_fault;
  lanai_core u_core (
      .clk_i(clk_i),
      .sram_bytes_i(cfg_sram_bytes_i[20:2]),
      .hold_i(hold_i),
      .accesses_i(cpu_granted_o),
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
      .special_read_o(cpu_read),
      .special_write_o(cpu_write),
      .special_store_o(cpu_store),
      .special_word_i(cpu_found),
      .retired_o(retired_o),
      .pc_o(pc_o),
      .retired_word_o(retired_word_o),
      .retired_register_o(retired_register_o),
      .retired_result_o(retired_result_o),
      .flags_o(flags_o),
      .base_written_o(base_written_o),
      .base_index_o(base_index_o),
      .base_value_o(base_value_o),
      .stalled_data_o(stalled_data),
      .stalled_load_o(load_use_o),
      .fault_o(core_fault)
  );

  // What the program did wrong; the host's access comes before the processor's.
  logic [3:0] core_fault_code;
  always_comb begin
    case (core_fault)
      isa_pkg::FAULT_INSTRUCTION: core_fault_code = fault_pkg::INSTRUCTION;
      isa_pkg::FAULT_CODE:        core_fault_code = fault_pkg::CODE;
      isa_pkg::FAULT_DATA:        core_fault_code = fault_pkg::DATA;
      default:                    core_fault_code = fault_pkg::NONE;
    endcase
  end
  // Bytes straight from and to the link do not exist here.
  logic [3:0] link_host_fault;
  logic [3:0] link_cpu_fault;
  assign link_host_fault = host_write_i && host_to_link != '0 ? fault_pkg::BYTES_SENT : fault_pkg::NONE;
  always_comb begin
    link_cpu_fault = fault_pkg::NONE;
    if (cpu_write && cpu_to_link != '0) link_cpu_fault = fault_pkg::BYTES_SENT;
    if (cpu_read && cpu_from_link != '0) link_cpu_fault = fault_pkg::BYTES_RECEIVED;
  end
  // An access is one of one register, so at most one of these is there.
  logic [3:0] host_fault;
  logic [3:0] cpu_fault;
  assign host_fault = hdma_host_fault | send_host_fault | receive_host_fault | ipt_host_fault | link_host_fault;
  assign cpu_fault = core_fault_code | hdma_cpu_fault | send_cpu_fault | receive_cpu_fault | ipt_cpu_fault | link_cpu_fault;

  assign fault_o = host_fault != fault_pkg::NONE ? host_fault : cpu_fault;

`ifdef FLYBAR_ASSERT
  logic [2:0] used;
  assign used = {2'd0, host_granted_o} + {1'b0, receive_granted_o} + {1'b0, send_granted_o} + {2'd0, fetch_used} +
      {2'd0, data_read || data_write_o != 4'd0};
  always_ff @(posedge clk_i) begin
    if (!power_on_i) begin
      no_more_accesses_than_there_are : assert (used <= {1'b0, cfg_accesses_i});
      one_or_two_accesses : assert (cfg_accesses_i == 2'd1 || cfg_accesses_i == 2'd2);
      stalls_or_retires : assert ({2'd0, retired_o} + {2'd0, stalled_data} + {2'd0, load_use_o} <= 3'd1);
    end
  end
`endif
endmodule

`default_nettype wire
