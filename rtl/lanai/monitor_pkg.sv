// What the chip shows of itself to the lockstep, tests and traces; board/ports.md says what each is. Nothing inside depends
// on it. Words are last, so that each is one of the words of which the simulator makes the structure.
`default_nettype none
// verilator lint_off UNUSEDPARAM

package monitor_pkg;
  // What a clock has done. What stands beside retire or write counts only with it.
  typedef struct packed {
    logic        retire;
    logic        load_use;
    logic        write;
    logic [1:0]  grant_host;
    logic [1:0]  grant_receive;
    logic [1:0]  grant_send;
    logic [1:0]  grant_cpu;
    logic [4:0]  retire_rd;
    logic [3:0]  retire_flags;  // isa_pkg::flags_t
    logic [7:0]  write_offset;
    logic [31:0] write_data;
    logic [31:0] retire_pc;
    logic [31:0] retire_instr;
    logic [31:0] retire_result;
  } report_t;

  // What holds at the begin of a clock.
  typedef struct packed {
    logic        update;
    logic [4:0]  update_rd;
    logic        armed;
    logic        send_active;
    logic [8:0]  receive_waiting;
    logic [5:0]  send_waiting;
    logic [31:0] update_value;
    logic [31:0] pc;
    logic [31:0] isr;
    logic [31:0] lar;
    logic [31:0] rmp;
    logic [31:0] rml;
    logic [31:0] smp;
    logic [31:0] sml;
  } state_t;
endpackage : monitor_pkg

// verilator lint_on UNUSEDPARAM
`default_nettype wire
