// What tests and traces are told of a clock, in the next one. Nothing of it goes back into the chip.
`default_nettype none

module lanai_monitor (
    input  wire logic            clk_i,
    input  wire logic            power_on_i,
    // The processor.
    input  wire logic            retired_i,
    input  wire logic [31:0]     pc_i,
    input  wire logic [31:0]     word_i,
    input  wire logic [ 4:0]     register_i,
    input  wire logic [31:0]     result_i,
    input  wire isa_pkg::flags_t flags_i,
    input  wire logic            load_use_i,
    input  wire logic            write_i,       // of a special register
    input  wire logic [ 7:0]     offset_i,
    input  wire logic [31:0]     data_i,
    // Who had the SRAM.
    input  wire logic            host_i,
    input  wire logic [ 1:0]     receive_i,
    input  wire logic [ 1:0]     send_i,
    input  wire logic [ 1:0]     cpu_i,
    output      logic            retire_o,
    output      logic [31:0]     retire_pc_o,
    output      logic [31:0]     retire_instr_o,
    output      logic [ 4:0]     retire_rd_o,
    output      logic [31:0]     retire_result_o,
    output      logic [ 3:0]     retire_flags_o,
    output      logic            load_use_o,
    output      logic            write_o,
    output      logic [ 7:0]     write_offset_o,
    output      logic [31:0]     write_data_o,
    output      logic [ 1:0]     grant_host_o,
    output      logic [ 1:0]     grant_receive_o,
    output      logic [ 1:0]     grant_send_o,
    output      logic [ 1:0]     grant_cpu_o
);
  always_ff @(posedge clk_i) begin
    if (power_on_i) begin
      retire_o <= 1'b0;
      load_use_o <= 1'b0;
      write_o <= 1'b0;
      grant_host_o <= 2'd0;
      grant_receive_o <= 2'd0;
      grant_send_o <= 2'd0;
      grant_cpu_o <= 2'd0;
    end else begin
      retire_o <= retired_i;
      load_use_o <= load_use_i;
      write_o <= write_i;
      grant_host_o <= {1'b0, host_i};
      grant_receive_o <= receive_i;
      grant_send_o <= send_i;
      grant_cpu_o <= cpu_i;
    end
    retire_pc_o <= pc_i;
    retire_instr_o <= word_i;
    retire_rd_o <= register_i;
    retire_result_o <= result_i;
    retire_flags_o <= flags_i;
    write_offset_o <= offset_i;
    write_data_o <= data_i;
  end
endmodule

`default_nettype wire
