// What a program can do wrong, as the board reports it. Each stops the run.
`default_nettype none
// verilator lint_off UNUSEDPARAM

package fault_pkg;
  localparam logic [3:0] NONE             = 4'd0;
  localparam logic [3:0] INSTRUCTION      = 4'd1;   // the word is no instruction
  localparam logic [3:0] DATA             = 4'd2;   // a data access outside the SRAM
  localparam logic [3:0] HOST_DMA_SET_UP  = 4'd3;   // EAR, LAR or DMA_DIR written while a transfer is under way
  localparam logic [3:0] HOST_DMA_STARTED = 4'd4;   // likewise DMA_CTR
  localparam logic [3:0] HOST_DMA_WORDS   = 4'd5;   // count or host address are no whole words
  localparam logic [3:0] HOST_DMA_OUTSIDE = 4'd6;   // the transfer leaves the SRAM
  localparam logic [3:0] SEND_STARTED     = 4'd7;   // SML or SMLT written while a send is under way
  localparam logic [3:0] SEND_LIMIT       = 4'd8;   // before SMP or outside the SRAM
  localparam logic [3:0] RECEIVE_POINTER  = 4'd9;   // RMP moved on while words are stored
  localparam logic [3:0] RECEIVE_LIMIT    = 4'd10;  // before RMP or outside the SRAM
  localparam logic [3:0] RECEIVE_SHRUNK   = 4'd11;  // RML moved back while words are stored
  localparam logic [3:0] BYTES_SENT       = 4'd12;  // SB, SH, SW or ST written
  localparam logic [3:0] BYTES_RECEIVED   = 4'd13;  // RB, RH or RW read by the processor
  localparam logic [3:0] CODE             = 4'd14;  // the program counter has left the SRAM
  localparam logic [3:0] NO_TOKEN         = 4'd15;  // TAKE written before the token of a packet has come
endpackage : fault_pkg

// verilator lint_on UNUSEDPARAM
`default_nettype wire
