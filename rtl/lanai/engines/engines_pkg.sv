// What engines keep beside addresses and counts, and what they tell ISR.
`default_nettype none
// verilator lint_off UNUSEDPARAM

package engines_pkg;
  typedef struct packed {
    logic       done;
    logic       to_sram;
    logic [3:0] burst_enables;
  } host_dma_t;

  typedef struct packed {
    logic       active;
    logic       done;
    logic       ends_packet;  // the words asked for end their packet
    logic [1:0] alignment;
  } send_dma_t;

  typedef struct packed {
    logic armed;
    logic full;
    logic received;
    logic [1:0] unused_bytes;  // of the last word received
  } receive_dma_t;

  typedef struct packed {
    logic       words_wait;
    logic       full;
    logic       received;
    logic [1:0] unused_bytes;
  } receive_status_t;

  typedef struct packed {
    logic            host_dma_done;
    logic            send_done;
    logic            send_ready;
    receive_status_t receive;
  } status_t;
endpackage : engines_pkg

// verilator lint_on UNUSEDPARAM
`default_nettype wire
