// Generated from models/layouts/lan.regs.toml by scripts/generate. Edit the source, not this file.
// verilator lint_off UNUSEDPARAM
package lan_regs_pkg;
  parameter logic [31:0] WindowBytes = 32'h00000100;  // Size of the window.
  parameter logic [31:0] InterruptSent = 32'h00000001;  // STATUS, MASK: a frame has left whose last descriptor asks for an interrupt.
  parameter logic [31:0] InterruptReceived = 32'h00000002;  // STATUS, MASK: frames have come, or some had no descriptor.

  // Host address of the first descriptor of the send ring. A write also goes back to that one.
  parameter logic [31:0] SendBaseOffset = 32'h00000000;
  parameter logic [31:0] SendBaseReset = 32'h00000000;

  // Descriptors of the send ring; 0: the card sends nothing.
  parameter logic [31:0] SendLengthOffset = 32'h00000004;
  parameter logic [31:0] SendLengthReset = 32'h00000000;

  // A write of any value lets the card look at the next descriptor of the send ring.
  parameter logic [31:0] SendDemandOffset = 32'h00000008;
  parameter logic [31:0] SendDemandReset = 32'h00000000;

  // Host address of the first descriptor of the receive ring. A write also goes back to that one.
  parameter logic [31:0] ReceiveBaseOffset = 32'h0000000c;
  parameter logic [31:0] ReceiveBaseReset = 32'h00000000;

  // Descriptors of the receive ring; 0: frames that come are dropped.
  parameter logic [31:0] ReceiveLengthOffset = 32'h00000010;
  parameter logic [31:0] ReceiveLengthReset = 32'h00000000;

  // A write of any value lets the card read the next descriptor of the receive ring now, not when a frame comes.
  parameter logic [31:0] ReceiveDemandOffset = 32'h00000014;
  parameter logic [31:0] ReceiveDemandReset = 32'h00000000;

  // Causes of interrupts. A bit that is written as 1 is cleared.
  parameter logic [31:0] StatusOffset = 32'h00000018;
  parameter logic [31:0] StatusReset = 32'h00000000;

  // The causes that raise the interrupt.
  parameter logic [31:0] MaskOffset = 32'h0000001c;
  parameter logic [31:0] MaskReset = 32'h00000000;

  // One descriptor of a ring: up to two buffers. Receive buffers begin at multiples of 4 B and are whole words long.
  parameter logic [31:0] DescriptorSize = 32'h00000010;
  parameter logic [31:0] DescriptorStatusOffset = 32'h00000000;  // Whose it is, and what became of the frame.
  typedef struct packed {
    logic [0:0] owner;
    logic [0:0] damaged;
    logic [0:0] too_long;
    logic [0:0] reserved_28_28;
    logic [13:0] circuit;
    logic [13:0] length;
  } descriptor_status_t;
  parameter logic [31:0] DescriptorControlOffset = 32'h00000004;  // What is in the buffers. Written by the host.
  typedef struct packed {
    logic [0:0] first;
    logic [0:0] last;
    logic [0:0] interrupt;
    logic [0:0] end;
    logic [13:0] length2;
    logic [13:0] length1;
  } descriptor_control_t;
  parameter logic [31:0] DescriptorBuffer1Offset = 32'h00000008;  // Host address of the first buffer.
  parameter logic [31:0] DescriptorBuffer2Offset = 32'h0000000c;  // Host address of the second buffer.

endpackage : lan_regs_pkg
// verilator lint_on UNUSEDPARAM
