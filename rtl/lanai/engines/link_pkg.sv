// Words between engines and link. Of the data, the first byte is in 31:24.
`default_nettype none
// verilator lint_off UNUSEDPARAM

package link_pkg;
  typedef struct packed {
    logic        tail;
    logic [1:0]  last_byte;  // its bytes less one
    logic [31:0] data;
  } received_t;

  typedef struct packed {
    logic        head;
    logic [7:0]  crc;   // of its packet, up to and with it
    logic        tail;
    logic [1:0]  skip;  // leading bytes that are not sent
    logic [31:0] data;
  } sent_t;

  // As many as one clock may move; of a clock's words, the first is the first on the link.
  localparam int unsigned SLOTS = 5;

  typedef struct packed {
    received_t fifth;
    received_t fourth;
    received_t third;
    received_t second;
    received_t first;
  } arriving_t;

  typedef struct packed {
    sent_t fifth;
    sent_t fourth;
    sent_t third;
    sent_t second;
    sent_t first;
  } front_t;
endpackage : link_pkg

// verilator lint_on UNUSEDPARAM
`default_nettype wire
