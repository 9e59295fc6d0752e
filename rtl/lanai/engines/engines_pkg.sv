// What engines keep, what they tell ISR, and how host, processor and SRAM reach them.
// Addresses and counts come last, so that each is one of the words of which the simulator makes the structure.
`default_nettype none
// verilator lint_off UNUSEDPARAM

package engines_pkg;
  // An access to a register by host or processor, and what comes of it.
  typedef struct packed {
    logic        read;
    logic        write;
    logic [31:0] value;
  } access_t;

  typedef struct packed {
    logic [31:0] found;  // 0 if nothing is read here
    logic [3:0]  fault;  // fault_pkg
  } answer_t;

  // What an engine accesses in the SRAM in a clock: words from an address on.
  typedef struct packed {
    logic [1:0]  words;
    logic [31:0] address;
  } span_t;

  typedef struct packed {
    logic [31:0] second;
    logic [31:0] first;
  } two_words_t;

  typedef struct packed {
    logic        done;
    logic        to_sram;
    logic [3:0]  burst_enables;
    logic [31:0] ear;
    logic [31:0] lar;
    logic [31:0] left;
  } host_dma_t;

  typedef struct packed {
    logic        active;
    logic        done;
    logic        ends_packet;  // the words asked for end their packet
    logic [1:0]  alignment;
    logic [31:0] pointer;
    logic [31:0] limit;
  } send_dma_t;

  typedef struct packed {
    logic        armed;
    logic        full;
    logic        received;
    logic [1:0]  unused_bytes;  // of the last word received
    logic [31:0] pointer;
    logic [31:0] limit;
  } receive_dma_t;

  typedef struct packed {
    logic       words_wait;
    logic       full;
    logic       received;
    logic [1:0] unused_bytes;
  } receive_status_t;

  typedef struct packed {
    logic done;
    logic ready;
  } send_status_t;

  typedef struct packed {
    logic            host_dma_done;
    send_status_t    send;
    receive_status_t receive;
  } status_t;
endpackage : engines_pkg

// verilator lint_on UNUSEDPARAM
`default_nettype wire
