// The board: a LANai 4 with its processor, SRAM, DMA engines and timers, as docs of its ports (ports.md) say.
//
// All of a clock happens in one chain of logic, whose parts see what those before them did: ticks, link, a register
// for the host, SRAM and engines, STOP and GO, processor. Outputs come from flip-flops alone.
`default_nettype none

module lanai_board #(
    parameter int unsigned SramWords = 262144,
    parameter int unsigned LinkSlots = 5,
    parameter int unsigned SendFifoWords = 32,
    parameter int unsigned SlackWords = 256
) (
    input wire logic clk_i,
    input wire logic rst_ni,

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

    input  wire logic        pio_valid_i,
    input  wire logic        pio_write_i,
    input  wire logic [20:0] pio_address_i,
    input  wire logic [31:0] pio_wdata_i,
    output      logic        pio_done_o,
    output      logic [31:0] pio_rdata_o,

    output      logic        hdma_req_o,
    output      logic        hdma_write_o,
    output      logic [31:0] hdma_address_o,
    output      logic [31:0] hdma_left_o,
    output      logic [16:0] hdma_longest_o,
    input  wire logic        hdma_due_i,
    input  wire logic [31:0] hdma_rdata_i,
    output      logic        hdma_moved_o,
    output      logic [31:0] hdma_wdata_o,

    output      logic [             2:0] link_offer_o,
    output      logic [LinkSlots*44-1:0] link_front_o,
    input  wire logic [             2:0] link_take_i,
    output      logic                    link_crc_o,
    input  wire logic [             2:0] link_in_count_i,
    input  wire logic [LinkSlots*36-1:0] link_in_words_i,
    output      logic                    flow_stop_o,
    output      logic                    flow_go_o,

    output logic       irq_o,
    output logic [3:0] fault_o,

    output logic        mon_retire_o,
    output logic [31:0] mon_retire_pc_o,
    output logic [31:0] mon_retire_instr_o,
    output logic [ 4:0] mon_retire_rd_o,
    output logic [31:0] mon_retire_result_o,
    output logic [ 3:0] mon_retire_flags_o,
    output logic        mon_update_o,
    output logic [ 4:0] mon_update_rd_o,
    output logic [31:0] mon_update_value_o,
    output logic        mon_load_use_o,
    output logic [31:0] mon_pc_o,
    output logic        mon_held_o,
    output logic [ 1:0] mon_grant_host_o,
    output logic [ 1:0] mon_grant_receive_o,
    output logic [ 1:0] mon_grant_send_o,
    output logic [ 1:0] mon_grant_cpu_o,
    output logic        mon_write_o,
    output logic [ 7:0] mon_write_offset_o,
    output logic [31:0] mon_write_data_o,
    output logic [31:0] mon_isr_o,
    output logic [31:0] mon_lar_o,
    output logic [31:0] mon_rmp_o,
    output logic [31:0] mon_rml_o,
    output logic [31:0] mon_smp_o,
    output logic [31:0] mon_sml_o,
    output logic        mon_armed_o,
    output logic        mon_send_active_o,
    output logic [ 8:0] mon_receive_waiting_o,
    output logic [ 5:0] mon_send_waiting_o
);
  logic power_on;
  assign power_on = !rst_ni;

  // The host's word.
  logic pio_to_sram;
  logic [20:0] pio_sram_address;
  logic register_write;
  logic control_write;
  logic pio_elsewhere;
  logic is_register;
  logic is_control;
  logic is_eeprom;
  logic is_ipt;
  lanai_host_port u_host_port (
      .valid_i(pio_valid_i),
      .write_i(pio_write_i),
      .address_i(pio_address_i),
      .sram_bytes_i(cfg_sram_bytes_i),
      .to_sram_o(pio_to_sram),
      .sram_address_o(pio_sram_address),
      .register_write_o(register_write),
      .control_write_o(control_write),
      .elsewhere_o(pio_elsewhere),
      .is_register_o(is_register),
      .is_control_o(is_control),
      .is_eeprom_o(is_eeprom),
      .is_ipt_o(is_ipt)
  );
  logic [31:0] eeprom_word;
  lanai_eeprom u_eeprom (
      .read_i(pio_elsewhere && is_eeprom),
      .word_i(pio_address_i[17:2]),
      .sram_bytes_i(cfg_sram_bytes_i),
      .found_o(eeprom_word)
  );
  logic [31:0] control;
  logic chip_reset;
  logic wake;
  logic held_now;
  logic interrupt_enabled;
  lanai_control u_control_register (
      .clk_i(clk_i),
      .power_on_i(power_on),
      .write_i(control_write),
      .value_i(pio_wdata_i),
      .control_o(control),
      .chip_reset_o(chip_reset),
      .wake_o(wake),
      .held_o(mon_held_o),
      .held_now_o(held_now),
      .interrupt_enabled_o(interrupt_enabled)
  );
  logic [7:0] pio_offset;
  assign pio_offset = {pio_address_i[7:2], 2'd0};

  // The processor's access to a register.
  logic cpu_read;
  logic cpu_write;
  logic [7:0] cpu_offset;
  logic [31:0] cpu_store;
  logic [31:0] cpu_found;

  // SRAM and its order.
  logic host_granted;
  logic host_wants;
  logic [1:0] receive_wants;
  logic [1:0] receive_granted;
  logic [1:0] send_wants;
  logic [1:0] send_granted;
  logic [1:0] cpu_wants;
  logic [1:0] cpu_granted;
  assign host_wants = pio_to_sram || hdma_due_i;
  lanai_arbiter u_arbiter (
      .order_i(cfg_order_i),
      .accesses_i(cfg_accesses_i),
      .want_host_i(host_wants),
      .want_receive_i(receive_wants),
      .want_send_i(send_wants),
      .want_processor_i(cpu_wants),
      .grant_host_o(host_granted),
      .grant_receive_o(receive_granted),
      .grant_send_o(send_granted),
      .grant_processor_o(cpu_granted)
  );
  logic hdma_granted;
  assign hdma_granted = hdma_due_i && host_granted && !pio_to_sram;

  logic [31:0] host_sram_address;
  logic host_sram_write;
  logic [31:0] host_sram_word;
  logic [31:0] receive_address;
  logic [31:0] receive_first;
  logic [31:0] receive_second;
  logic [31:0] send_address;
  logic [31:0] send_first;
  logic [31:0] send_second;
  logic [31:0] next_address;
  logic [31:0] next_word;
  logic [31:0] data_address;
  logic [3:0] data_write;
  logic [31:0] data_store;
  logic [31:0] data_word;
  logic [31:0] hdma_sram_address;
  logic hdma_to_sram;
  assign host_sram_address = pio_to_sram ? {11'd0, pio_sram_address} : hdma_sram_address;
  assign host_sram_write = host_granted && (pio_to_sram ? pio_write_i : hdma_to_sram);
  lanai_sram #(
      .WORDS(SramWords)
  ) u_sram (
      .clk_i(clk_i),
      .host_address_i(host_sram_address),
      .host_write_i(host_sram_write),
      .host_store_i(pio_to_sram ? pio_wdata_i : hdma_rdata_i),
      .host_word_o(host_sram_word),
      .receive_address_i(receive_address),
      .receive_words_i(receive_granted),
      .receive_first_i(receive_first),
      .receive_second_i(receive_second),
      .send_address_i(send_address),
      .send_words_i(send_granted),
      .send_first_o(send_first),
      .send_second_o(send_second),
      .next_address_i(next_address),
      .next_word_o(next_word),
      .data_address_i(data_address),
      .data_write_i(data_write),
      .data_store_i(data_store),
      .data_word_o(data_word)
  );

  // Engines.
  logic [3:0] hdma_host_fault;
  logic [3:0] hdma_cpu_fault;
  logic to_sram;
  logic to_sram_after;
  logic hdma_done;
  logic hdma_done_after;
  logic [3:0] burst_enables;
  logic [3:0] burst_enables_after;
  logic [31:0] ear_after;
  logic [31:0] lar_after;
  logic [31:0] left_after;
  lanai_host_dma u_host_dma (
      .clk_i(clk_i),
      .power_on_i(power_on),
      .chip_reset_i(chip_reset),
      .start_delay_i(cfg_dma_start_i),
      .board_burst_i(cfg_dma_burst_i),
      .sram_bytes_i(cfg_sram_bytes_i),
      .host_write_i(register_write),
      .host_offset_i(pio_offset),
      .host_value_i(pio_wdata_i),
      .cpu_write_i(cpu_write),
      .cpu_offset_i(cpu_offset),
      .cpu_value_i(cpu_store),
      .due_i(hdma_due_i),
      .granted_i(hdma_granted),
      .to_sram_now_o(hdma_to_sram),
      .sram_address_o(hdma_sram_address),
      .request_o(hdma_req_o),
      .longest_o(hdma_longest_o),
      .to_sram_o(to_sram),
      .done_o(hdma_done),
      .burst_enables_o(burst_enables),
      .ear_o(hdma_address_o),
      .lar_o(mon_lar_o),
      .left_o(hdma_left_o),
      .to_sram_after_o(to_sram_after),
      .done_after_o(hdma_done_after),
      .burst_enables_after_o(burst_enables_after),
      .ear_after_o(ear_after),
      .lar_after_o(lar_after),
      .left_after_o(left_after),
      .host_fault_o(hdma_host_fault),
      .cpu_fault_o(hdma_cpu_fault)
  );
  assign hdma_write_o = !to_sram;

  logic [3:0] send_host_fault;
  logic [3:0] send_cpu_fault;
  logic send_done;
  logic send_done_after;
  logic send_ready_at_begin;
  logic send_ready;
  logic send_ready_after;
  logic [1:0] alignment;
  logic [1:0] alignment_after;
  logic [31:0] smp_after;
  logic [31:0] sml_after;
  lanai_send_dma #(
      .SLOTS(LinkSlots),
      .WORDS(SendFifoWords)
  ) u_send_dma (
      .clk_i(clk_i),
      .power_on_i(power_on),
      .chip_reset_i(chip_reset),
      .most_i(cfg_link_words_i),
      .depth_i(cfg_send_fifo_i),
      .start_i(cfg_send_start_i),
      .sram_bytes_i(cfg_sram_bytes_i),
      .host_write_i(register_write),
      .host_offset_i(pio_offset),
      .host_value_i(pio_wdata_i),
      .cpu_write_i(cpu_write),
      .cpu_offset_i(cpu_offset),
      .cpu_value_i(cpu_store),
      .wants_o(send_wants),
      .granted_i(send_granted),
      .sram_address_o(send_address),
      .first_word_i(send_first),
      .second_word_i(send_second),
      .offer_o(link_offer_o),
      .front_o(link_front_o),
      .take_i(link_take_i),
      .waiting_o(mon_send_waiting_o),
      .active_o(mon_send_active_o),
      .done_o(send_done),
      .ready_at_begin_o(send_ready_at_begin),
      .ready_o(send_ready),
      .alignment_o(alignment),
      .pointer_o(mon_smp_o),
      .limit_o(mon_sml_o),
      .done_after_o(send_done_after),
      .ready_after_o(send_ready_after),
      .alignment_after_o(alignment_after),
      .pointer_after_o(smp_after),
      .limit_after_o(sml_after),
      .host_fault_o(send_host_fault),
      .cpu_fault_o(send_cpu_fault)
  );

  logic [3:0] receive_host_fault;
  logic [3:0] receive_cpu_fault;
  logic crc_enable;
  logic tell_stop;
  logic tell_go;
  logic [8:0] receive_waiting;
  logic [8:0] receive_waiting_after;
  logic full;
  logic full_after;
  logic received;
  logic received_after;
  logic [1:0] unused_bytes;
  logic [1:0] unused_bytes_after;
  logic [31:0] rmp_after;
  logic [31:0] rml_after;
  logic packet_ends;
  lanai_receive_dma #(
      .SLOTS(LinkSlots),
      .WORDS(SlackWords)
  ) u_receive_dma (
      .clk_i(clk_i),
      .power_on_i(power_on),
      .chip_reset_i(chip_reset),
      .most_i(cfg_link_words_i),
      .stop_mark_i(cfg_stop_mark_i),
      .go_mark_i(cfg_go_mark_i),
      .sram_bytes_i(cfg_sram_bytes_i),
      .crc_enable_i(crc_enable),
      .host_write_i(register_write),
      .host_offset_i(pio_offset),
      .host_value_i(pio_wdata_i[31:2]),
      .cpu_write_i(cpu_write),
      .cpu_offset_i(cpu_offset),
      .cpu_value_i(cpu_store[31:2]),
      .arriving_i(link_in_count_i),
      .arriving_words_i(link_in_words_i),
      .tell_stop_o(tell_stop),
      .tell_go_o(tell_go),
      .wants_o(receive_wants),
      .granted_i(receive_granted),
      .sram_address_o(receive_address),
      .first_word_o(receive_first),
      .second_word_o(receive_second),
      .packet_ends_o(packet_ends),
      .armed_o(mon_armed_o),
      .waiting_at_begin_o(mon_receive_waiting_o),
      .waiting_o(receive_waiting),
      .full_o(full),
      .received_o(received),
      .unused_bytes_o(unused_bytes),
      .pointer_o(mon_rmp_o),
      .limit_o(mon_rml_o),
      .waiting_after_o(receive_waiting_after),
      .full_after_o(full_after),
      .received_after_o(received_after),
      .unused_bytes_after_o(unused_bytes_after),
      .pointer_after_o(rmp_after),
      .limit_after_o(rml_after),
      .host_fault_o(receive_host_fault),
      .cpu_fault_o(receive_cpu_fault)
  );

  // The unit for the incoming payload table.
  logic [31:0] ipt_word;
  logic host_is_ipt;
  logic cpu_is_ipt;
  logic [31:0] host_ipt;
  logic [31:0] cpu_ipt;
  logic [3:0] ipt_host_fault;
  logic [3:0] ipt_cpu_fault;
  lanai_ipt u_ipt (
      .clk_i(clk_i),
      .power_on_i(power_on),
      .chip_reset_i(chip_reset),
      .table_read_i(pio_elsewhere && is_ipt && !pio_write_i),
      .table_write_i(pio_elsewhere && is_ipt && pio_write_i),
      .table_word_i(pio_address_i[11:2]),
      .table_value_i(pio_wdata_i),
      .table_found_o(ipt_word),
      .host_read_i(pio_elsewhere && is_register && !pio_write_i),
      .host_write_i(register_write),
      .host_offset_i(pio_offset),
      .host_value_i(pio_wdata_i),
      .host_is_here_o(host_is_ipt),
      .host_found_o(host_ipt),
      .cpu_read_i(cpu_read),
      .cpu_write_i(cpu_write),
      .cpu_offset_i(cpu_offset),
      .cpu_value_i(cpu_store),
      .cpu_is_here_o(cpu_is_ipt),
      .cpu_found_o(cpu_ipt),
      .stored_i(receive_granted),
      .packet_ends_i(packet_ends),
      .first_word_i(receive_first),
      .second_word_i(receive_second),
      .host_fault_o(ipt_host_fault),
      .cpu_fault_o(ipt_cpu_fault)
  );

  // Registers: as they are at the begin of the clock, as the host reads them, as the processor does.
  logic [31:0] pio_register;
  logic [31:0] cpu_register;
  assign cpu_found = cpu_is_ipt ? cpu_ipt : cpu_register;
  logic [3:0] registers_fault;
  lanai_registers u_registers (
      .clk_i(clk_i),
      .power_on_i(power_on),
      .chip_reset_i(chip_reset),
      .wake_i(wake),
      .tick_i(tick_i),
      .interrupt_enabled_i(interrupt_enabled),
      .host_read_i(pio_elsewhere && is_register && !pio_write_i),
      .host_write_i(register_write),
      .host_offset_i(pio_offset),
      .host_value_i(pio_wdata_i),
      .host_found_o(pio_register),
      .cpu_read_i(cpu_read),
      .cpu_write_i(cpu_write),
      .cpu_offset_i(cpu_offset),
      .cpu_value_i(cpu_store),
      .cpu_found_o(cpu_register),
      .cpu_fault_o(registers_fault),
      .engines_i({mon_receive_waiting_o != 9'd0, send_ready_at_begin, hdma_done, send_done, full, received, unused_bytes}),
      .engines_now_i({receive_waiting != 9'd0, send_ready, hdma_done, send_done, full, received, unused_bytes}),
      .engines_after_i({receive_waiting_after != 9'd0, send_ready_after, hdma_done_after, send_done_after, full_after,
                      received_after, unused_bytes_after}),
      .ear_i(hdma_address_o),
      .lar_i(mon_lar_o),
      .left_i(hdma_left_o),
      .to_sram_i(to_sram),
      .burst_enables_i(burst_enables),
      .rmp_i(mon_rmp_o),
      .rml_i(mon_rml_o),
      .smp_i(mon_smp_o),
      .sml_i(mon_sml_o),
      .alignment_i(alignment),
      .ear_after_i(ear_after),
      .lar_after_i(lar_after),
      .left_after_i(left_after),
      .to_sram_after_i(to_sram_after),
      .burst_enables_after_i(burst_enables_after),
      .rmp_after_i(rmp_after),
      .rml_after_i(rml_after),
      .smp_after_i(smp_after),
      .sml_after_i(sml_after),
      .alignment_after_i(alignment_after),
      .crc_enable_o(link_crc_o),
      .crc_enable_now_o(crc_enable),
      .isr_o(mon_isr_o),
      .interrupt_o(irq_o)
  );

  // The processor.
  logic fetch_used;
  logic data_read;
  logic retired;
  logic [31:0] retired_word;
  logic [4:0] retired_register;
  logic [31:0] retired_result;
  isa_pkg::flags_t flags_after;
  logic stalled_data;
  logic stalled_load;
  isa_pkg::fault_t core_fault;
  lanai_core u_core (
      .clk_i(clk_i),
      .sram_bytes_i(cfg_sram_bytes_i[20:2]),
      .hold_i(held_now || power_on),
      .accesses_i(cpu_granted),
      .wants_o(cpu_wants),
      .next_address_o(next_address),
      .next_word_i(next_word),
      .fetch_used_o(fetch_used),
      .data_address_o(data_address),
      .data_read_o(data_read),
      .data_write_o(data_write),
      .data_store_o(data_store),
      .data_word_i(data_word),
      .special_offset_o(cpu_offset),
      .special_read_o(cpu_read),
      .special_write_o(cpu_write),
      .special_store_o(cpu_store),
      .special_word_i(cpu_found),
      .retired_o(retired),
      .pc_o(mon_pc_o),
      .retired_word_o(retired_word),
      .retired_register_o(retired_register),
      .retired_result_o(retired_result),
      .flags_o(flags_after),
      .base_written_o(mon_update_o),
      .base_index_o(mon_update_rd_o),
      .base_value_o(mon_update_value_o),
      .stalled_data_o(stalled_data),
      .stalled_load_o(stalled_load),
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
  logic [3:0] fault_found;
  assign fault_found = hdma_host_fault != 4'd0 ? hdma_host_fault : send_host_fault != 4'd0 ? send_host_fault :
      receive_host_fault != 4'd0 ? receive_host_fault : ipt_host_fault != 4'd0 ? ipt_host_fault :
      core_fault_code | hdma_cpu_fault | send_cpu_fault | receive_cpu_fault | ipt_cpu_fault | registers_fault;

  // Reports of what has happened in the clock.
  always_ff @(posedge clk_i) begin
    if (power_on) begin
      pio_done_o <= 1'b0;
      hdma_moved_o <= 1'b0;
      flow_stop_o <= 1'b0;
      flow_go_o <= 1'b0;
      fault_o <= fault_pkg::NONE;
      mon_retire_o <= 1'b0;
      mon_load_use_o <= 1'b0;
      mon_write_o <= 1'b0;
      mon_grant_host_o <= 2'd0;
      mon_grant_receive_o <= 2'd0;
      mon_grant_send_o <= 2'd0;
      mon_grant_cpu_o <= 2'd0;
    end else begin
      pio_done_o <= pio_elsewhere || (pio_to_sram && host_granted);
      hdma_moved_o <= hdma_granted;
      flow_stop_o <= tell_stop;
      flow_go_o <= tell_go;
      fault_o <= fault_found;
      mon_retire_o <= retired;
      mon_load_use_o <= stalled_load;
      mon_write_o <= cpu_write;
      mon_grant_host_o <= {1'b0, host_granted};
      mon_grant_receive_o <= receive_granted;
      mon_grant_send_o <= send_granted;
      mon_grant_cpu_o <= cpu_granted;
    end
    if (pio_to_sram) pio_rdata_o <= host_sram_word;
    else if (is_register) pio_rdata_o <= host_is_ipt ? host_ipt : pio_register;
    else if (is_ipt) pio_rdata_o <= ipt_word;
    else if (is_control) pio_rdata_o <= control;
    else pio_rdata_o <= is_eeprom ? eeprom_word : 32'd0;
    hdma_wdata_o <= host_sram_word;
    mon_retire_pc_o <= mon_pc_o;
    mon_retire_instr_o <= retired_word;
    mon_retire_rd_o <= retired_register;
    mon_retire_result_o <= retired_result;
    mon_retire_flags_o <= flags_after;
    mon_write_offset_o <= cpu_offset;
    mon_write_data_o <= cpu_store;
  end

`ifdef FLYBAR_ASSERT
  logic [2:0] used;
  assign used = {2'd0, host_granted} + {1'b0, receive_granted} + {1'b0, send_granted} + {2'd0, fetch_used} +
      {2'd0, data_read || data_write != 4'd0};
  always_ff @(posedge clk_i) begin
    if (!power_on) begin
      no_more_accesses_than_there_are : assert (used <= {1'b0, cfg_accesses_i});
      one_or_two_accesses : assert (cfg_accesses_i == 2'd1 || cfg_accesses_i == 2'd2);
      stalls_or_retires : assert ({2'd0, retired} + {2'd0, stalled_data} + {2'd0, stalled_load} <= 3'd1);
    end
  end
`endif
endmodule

`default_nettype wire
