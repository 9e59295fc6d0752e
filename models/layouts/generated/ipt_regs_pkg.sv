// Generated from models/layouts/ipt.regs.toml by scripts/generate. Edit the source, not this file.
// verilator lint_off UNUSEDPARAM
package ipt_regs_pkg;
  parameter logic [31:0] TableOffset = 32'h000f0000;  // The table in the board's window.
  parameter logic [31:0] TableSpace = 32'h00001000;  // Bytes of the table.
  parameter logic [31:0] Entries = 32'h00000100;  // Entries of the table. The index of a token is its last byte.

  // Where a packet carries its token: bytes from its first one, a multiple of 4. The unit keeps that word of each packet that the receive DMA stores.
  parameter logic [31:0] TokenAtOffset = 32'h000000a0;
  parameter logic [31:0] TokenAtReset = 32'h00000000;

  // A write of any value uses up the entry that the kept token names, if the entry has this token and is not used up yet. The registers below then tell what came of it.
  parameter logic [31:0] TakeOffset = 32'h000000a4;
  parameter logic [31:0] TakeReset = 32'h00000000;

  // 1: the last write of TAKE has used up an entry. 0: the token was not valid.
  parameter logic [31:0] HitOffset = 32'h000000a8;
  parameter logic [31:0] HitReset = 32'h00000000;

  // Host address of the buffer of that entry; 0 without a hit.
  parameter logic [31:0] AddressOffset = 32'h000000ac;
  parameter logic [31:0] AddressReset = 32'h00000000;

  // Bytes of that buffer; 0 without a hit.
  parameter logic [31:0] LengthOffset = 32'h000000b0;
  parameter logic [31:0] LengthReset = 32'h00000000;

  // A write of a token makes its entry usable again.
  parameter logic [31:0] RestoreOffset = 32'h000000b4;
  parameter logic [31:0] RestoreReset = 32'h00000000;

  // One entry of the table. The host writes it through the board's window.
  parameter logic [31:0] EntrySize = 32'h00000010;
  parameter logic [31:0] EntryTokenOffset = 32'h00000000;  // The payload token; 0 cancels the entry.
  parameter logic [31:0] EntryAddressOffset = 32'h00000004;  // Host address of the buffer.
  parameter logic [31:0] EntryLengthOffset = 32'h00000008;  // Bytes of the buffer.
  parameter logic [31:0] EntryConsumedOffset = 32'h0000000c;  // The token that a packet used up; 0 again after RESTORE.

endpackage : ipt_regs_pkg
// verilator lint_on UNUSEDPARAM
