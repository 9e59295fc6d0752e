// Generated from models/layouts/arbitration.toml by scripts/generate. Edit the source, not this file.
// Order 0: host, receive, send, cpu.
// Order 1: receive, host, send, cpu.
// Order 2: host, send, receive, cpu.
// Order 3: cpu, host, receive, send.
// Bit N of a parameter tells of order N.
package arbitration_pkg;
  parameter logic [3:0] ProcessorFirst = 4'b1000;  // else it is last
  parameter logic [3:0] ReceiveBeforeHost = 4'b0010;  // else behind it
  parameter logic [3:0] SendBeforeReceive = 4'b0100;  // else behind it
endpackage : arbitration_pkg
