// Generated from models/layouts/message.layout.toml by scripts/generate. Edit the source, not this file.
// verilator lint_off UNUSEDPARAM
package message_layout_pkg;
  parameter logic [31:0] TypeRequest = 32'h00000001;  // Type of the Trapeze messages that a server thread handles.
  parameter logic [31:0] TypeReply = 32'h00000002;  // Type of the Trapeze messages that the receive interrupt handler handles.
  parameter logic [31:0] MaxArguments = 32'h0000001d;  // Words of argument that fit behind the header in a control message of 128 bytes.

  // First words of every message; the arguments follow.
  parameter logic [31:0] HeaderSize = 32'h0000000c;
  parameter logic [31:0] HeaderKindOffset = 32'h00000000;  // What it is.
  typedef struct packed {
    logic [7:0] operation;
    logic [0:0] reply;
    logic [6:0] status;
    logic [15:0] origin;
  } header_kind_t;
  parameter logic [31:0] HeaderCallOffset = 32'h00000004;  // Call record of the first requester; 0: no reply is expected.
  parameter logic [31:0] HeaderTokenOffset = 32'h00000008;  // Payload token for the page in the reply; 0: none.

  // What a datagram begins with; the control message and the page follow.
  parameter logic [31:0] DatagramSize = 32'h00000004;
  parameter logic [31:0] DatagramLengthsOffset = 32'h00000000;  // Bytes behind it.
  typedef struct packed {
    logic [7:0] control;
    logic [23:0] page;
  } datagram_lengths_t;

endpackage : message_layout_pkg
// verilator lint_on UNUSEDPARAM
