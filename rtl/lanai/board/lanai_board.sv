// The board: a LANai 4 chip with its SRAM, EEPROM and control register, as docs of its ports (ports.md) say. Outputs come
// from flip-flops alone.
`default_nettype none

module lanai_board #(
    parameter int unsigned SramWords = 262144,
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

    output      logic [2:0]          link_offer_o,
    output      link_pkg::front_t    link_front_o,
    input  wire logic [2:0]          link_take_i,
    output      logic                link_crc_o,
    input  wire logic [2:0]          link_in_count_i,
    input  wire link_pkg::arriving_t link_in_words_i,
    output      logic                flow_stop_o,
    output      logic                flow_go_o,

    output logic       irq_o,
    output logic [3:0] fault_o,

    output logic                 mon_held_o,
    output monitor_pkg::report_t mon_report_o,
    output monitor_pkg::state_t  mon_state_o
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
  // SRAM. The host's word comes before one of the host DMA.
  logic host_granted;
  logic hdma_granted;
  logic [31:0] host_sram_address;
  logic [31:0] host_sram_word;
  engines_pkg::span_t receive;
  engines_pkg::two_words_t received;
  engines_pkg::span_t send;
  engines_pkg::two_words_t sent;
  logic [31:0] next_address;
  logic [31:0] next_word;
  logic [31:0] data_address;
  logic [3:0] data_write;
  logic [31:0] data_store;
  logic [31:0] data_word;
  logic [31:0] hdma_sram_address;
  logic hdma_to_sram;
  assign host_sram_address = pio_to_sram ? {11'd0, pio_sram_address} : hdma_sram_address;
  lanai_sram #(
      .WORDS(SramWords)
  ) u_sram (
      .clk_i(clk_i),
      .host_address_i(host_sram_address),
      .host_write_i(host_granted && (pio_to_sram ? pio_write_i : hdma_to_sram)),
      .host_store_i(pio_to_sram ? pio_wdata_i : hdma_rdata_i),
      .host_word_o(host_sram_word),
      .receive_i(receive),
      .received_i(received),
      .send_i(send),
      .sent_o(sent),
      .next_address_i(next_address),
      .next_word_o(next_word),
      .data_address_i(data_address),
      .data_write_i(data_write),
      .data_store_i(data_store),
      .data_word_o(data_word)
  );

  // The chip.
  logic [31:0] register_found;
  logic [31:0] table_found;
  logic tell_stop;
  logic tell_go;
  logic [3:0] fault;
  engines_pkg::access_t access;
  assign access = {pio_elsewhere && is_register && !pio_write_i, register_write, pio_wdata_i};
  monitor_pkg::report_t report;
  lanai_chip #(
      .SendFifoWords(SendFifoWords),
      .SlackWords(SlackWords)
  ) u_chip (
      .clk_i(clk_i),
      .power_on_i(power_on),
      .chip_reset_i(chip_reset),
      .wake_i(wake),
      .hold_i(held_now || power_on),
      .interrupt_enabled_i(interrupt_enabled),
      .cfg_order_i(cfg_order_i),
      .cfg_accesses_i(cfg_accesses_i),
      .cfg_link_words_i(cfg_link_words_i),
      .cfg_send_fifo_i(cfg_send_fifo_i),
      .cfg_send_start_i(cfg_send_start_i),
      .cfg_stop_mark_i(cfg_stop_mark_i),
      .cfg_go_mark_i(cfg_go_mark_i),
      .cfg_dma_start_i(cfg_dma_start_i),
      .cfg_dma_burst_i(cfg_dma_burst_i),
      .cfg_sram_bytes_i(cfg_sram_bytes_i),
      .tick_i(tick_i),
      .host_i(access),
      .host_offset_i({pio_address_i[7:2], 2'd0}),
      .host_found_o(register_found),
      .table_read_i(pio_elsewhere && is_ipt && !pio_write_i),
      .table_write_i(pio_elsewhere && is_ipt && pio_write_i),
      .table_word_i(pio_address_i[11:2]),
      .table_found_o(table_found),
      .pio_wants_i(pio_to_sram),
      .host_granted_o(host_granted),
      .hdma_granted_o(hdma_granted),
      .hdma_to_sram_o(hdma_to_sram),
      .hdma_sram_address_o(hdma_sram_address),
      .receive_o(receive),
      .received_o(received),
      .send_o(send),
      .sent_i(sent),
      .next_address_o(next_address),
      .next_word_i(next_word),
      .data_address_o(data_address),
      .data_write_o(data_write),
      .data_store_o(data_store),
      .data_word_i(data_word),
      .hdma_req_o(hdma_req_o),
      .hdma_write_o(hdma_write_o),
      .hdma_address_o(hdma_address_o),
      .hdma_left_o(hdma_left_o),
      .hdma_longest_o(hdma_longest_o),
      .hdma_due_i(hdma_due_i),
      .link_offer_o(link_offer_o),
      .link_front_o(link_front_o),
      .link_take_i(link_take_i),
      .link_crc_o(link_crc_o),
      .link_in_count_i(link_in_count_i),
      .link_in_words_i(link_in_words_i),
      .tell_stop_o(tell_stop),
      .tell_go_o(tell_go),
      .irq_o(irq_o),
      .fault_o(fault),
      .report_o(report),
      .state_o(mon_state_o)
  );

  // What the clock has done, for others.
  always_ff @(posedge clk_i) begin
    if (power_on) begin
      pio_done_o <= 1'b0;
      hdma_moved_o <= 1'b0;
      flow_stop_o <= 1'b0;
      flow_go_o <= 1'b0;
      fault_o <= fault_pkg::NONE;
      mon_report_o <= '0;
    end else begin
      pio_done_o <= pio_elsewhere || (pio_to_sram && host_granted);
      hdma_moved_o <= hdma_granted;
      flow_stop_o <= tell_stop;
      flow_go_o <= tell_go;
      fault_o <= fault;
      mon_report_o <= report;
    end
    if (pio_to_sram) pio_rdata_o <= host_sram_word;
    else if (is_register) pio_rdata_o <= register_found;
    else if (is_ipt) pio_rdata_o <= table_found;
    else if (is_control) pio_rdata_o <= control;
    else pio_rdata_o <= is_eeprom ? eeprom_word : 32'd0;
    hdma_wdata_o <= host_sram_word;
  end
endmodule

`default_nettype wire
