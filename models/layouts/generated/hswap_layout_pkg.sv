// Generated from models/layouts/hswap.layout.toml by scripts/generate. Edit the source, not this file.
// verilator lint_off UNUSEDPARAM
package hswap_layout_pkg;
  parameter logic [31:0] NicToHost = 32'h00000000;  // Transfers write host memory.
  parameter logic [31:0] HostToNic = 32'h00000001;  // Transfers read host memory.
  parameter logic [31:0] MaxBytes = 32'h00010000;  // Longest transfer, bytes.
  parameter logic [31:0] Idle = 32'h00000000;  // command: nothing to do, or the last command is complete.
  parameter logic [31:0] Go = 32'h00000001;  // command: the host asks for the transfers.
  parameter logic [31:0] Refused = 32'h00000002;  // command: the parameters are not allowed, nothing was moved.

  // At the symbol hswap_command. The host writes it in one burst, then waits for command to change.
  parameter logic [31:0] CommandSize = 32'h00000020;
  parameter logic [31:0] CommandDirectionOffset = 32'h00000000;  // nic_to_host or host_to_nic.
  parameter logic [31:0] CommandBytesOffset = 32'h00000004;  // Of one transfer, a multiple of 4.
  parameter logic [31:0] CommandHostAddressOffset = 32'h00000008;  // A multiple of 4; every transfer uses the same memory.
  parameter logic [31:0] CommandRepeatOffset = 32'h0000000c;  // Transfers, at least 1.
  parameter logic [31:0] CommandTicksOffset = 32'h00000010;  // RTC ticks (0.5 us) that all of them took.
  parameter logic [31:0] CommandSramAddressOffset = 32'h00000014;  // Where in SRAM the data lies.
  parameter logic [31:0] CommandSpareOffset = 32'h00000018;  // Zero.
  parameter logic [31:0] CommandCommandOffset = 32'h0000001c;  // Last word of the line: idle, go or refused.

endpackage : hswap_layout_pkg
// verilator lint_on UNUSEDPARAM
